import { test, expect } from './support/test.js';
import { boardOn } from './support/table.js';

/**
 * Figures are printed, and the limits are those that the page must keep. They mean something only where nothing else runs:
 * with MOSSA_BUSY times are printed and not judged. The limit of weight is always the same.
 */
const BUSY = Boolean(process.env.MOSSA_BUSY);
const [PAINT_MS, LINE_MS] = BUSY ? [Infinity, Infinity] : [200, 150];

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const print = (what, number, unit) => console.log(`      ${what}: ${Math.round(number)} ${unit}`);

test('the first paint of the home page', async ({ visitor }) => {
  const paints = [];
  for (let visit = 0; visit < 5; visit += 1) {
    const page = await visitor();
    await page.goto('/');
    await expect(page.locator('.card').first()).toBeVisible();
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await page.context().close();
  }
  print('first contentful paint, median of 5', median(paints), 'ms');
  expect(median(paints)).toBeLessThan(PAINT_MS);
});

test('the weight of the home page', async ({ visitor }) => {
  const page = await visitor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let [bytes, files] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; files += 1; });
  await page.goto('/');
  await expect(page.locator('.card-board .piece').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  print(`weight in ${files} answers`, bytes / 1000, 'kB');
  expect(bytes).toBeLessThan(250_000);
});

test('a line of the engine after a move', async ({ page }) => {
  await page.goto('/#/analyse?game=chess');
  await expect(page.locator('.lines li').first()).toBeVisible();
  const times = [];
  for (const move of ['e2', 'e7', 'd2', 'd7', 'g1']) {
    await page.waitForTimeout(700);
    await page.evaluate(() => {
      const box = document.querySelector('.lines-box');
      window.lineAfter = new Promise((resolve) => {
        document.querySelector('mossa-board').addEventListener('play', () => {
          const began = performance.now();
          const eye = new MutationObserver(() => {
            if (box.classList.contains('old') || !box.querySelector('.line')) return;
            eye.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - began));
          });
          eye.observe(box, { childList: true, subtree: true });
        }, { once: true });
      });
    });
    const cell = (label) => boardOn(page).locator(`[aria-label^="${label}:"]`);
    const ahead = { e2: 'e4', e7: 'e5', d2: 'd3', d7: 'd6', g1: 'f3' }[move];
    await cell(move).click();
    await cell(ahead).click();
    times.push(await page.evaluate(() => window.lineAfter));
  }
  print('a line after a move, median of 5', median(times), 'ms');
  print('slowest', Math.max(...times), 'ms');
  expect(median(times)).toBeLessThan(LINE_MS);
});
