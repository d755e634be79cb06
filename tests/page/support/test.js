import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/**
 * Listens to all that goes wrong in a browser context: console errors, errors of scripts, refused content.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string[]} complaints
 */
async function overhear(context, complaints) {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`script: ${error.error().stack}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

/**
 * The test of Playwright, which fails on any complaint of a page, and can invite more people: `visitor(options)` is the
 * page of a browser that shares nothing with the others.
 */
export const test = base.extend({
  complaints: [async ({}, use) => {
    const complaints = [];
    await use(complaints);
    if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
  }, { auto: true }],

  context: async ({ context, complaints }, use) => {
    await overhear(context, complaints);
    await use(context);
  },

  visitor: async ({ browser, complaints, baseURL }, use) => {
    const contexts = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, locale: 'en-GB', viewport: { width: 1440, height: 900 }, ...options });
      contexts.push(context);
      await overhear(context, complaints);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
