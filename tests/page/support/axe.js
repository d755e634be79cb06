import { createRequire } from 'node:module';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe-core finds serious or critical on the page, in words.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<string[]>}
 */
export async function barriers(page) {
  // Evaluated by the debugger, not added as a script: the content policy of the page stays as strict as it is.
  const { readFile } = await import('node:fs/promises');
  await page.evaluate(await readFile(SCRIPT, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split('\n')[1] ?? ''}`));
}
