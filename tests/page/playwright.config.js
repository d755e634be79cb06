import { defineConfig } from '@playwright/test';

/** Where the server is and which browser to use say the variables that scripts/page-test sets. */
const address = process.env.MOSSA_URL;
if (!address) throw new Error('MOSSA_URL is not set: run scripts/page-test');

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  // One browser at a time: the engines of the server need the machine, too.
  workers: 1,
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    actionTimeout: 20_000,
  },
});
