import { test, expect } from './support/test.js';
import { barriers } from './support/axe.js';
import { finishedRun, playOn, seat } from './support/seed.js';

/**
 * Every view in both colour schemes, on a phone and on a desk, in both languages: pictures are kept in `shots`, nothing
 * sticks out sideways, and axe-core finds nothing serious.
 */
const MANY = 'chinese-checkers:players=6';
const MORPHY = 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O';

/** The tables of this browser, and the views by name. */
const tables = [];
const views = {
  home: () => '/#/',
  new: () => '/#/new?game=chess',
  'new-six': () => `/#/new?game=${MANY}`,
  'play-chess': () => `/#/play/${tables[0].id}`,
  'play-connect4': () => `/#/play/${tables[1].id}`,
  'play-gomoku': () => `/#/play/${tables[2].id}`,
  'play-dipole': () => `/#/play/${tables[3].id}`,
  'play-star': () => `/#/play/${tables[4].id}`,
  'play-over': () => `/#/play/${tables[5].id}`,
  'analyse-chess': () => `/#/analyse?game=chess&moves=${encodeURIComponent(MORPHY)}`,
  'analyse-connect4': () => '/#/analyse?game=connect4&moves=4+4+4+4+4+2',
  'analyse-star': () => '/#/analyse?game=chinese-checkers',
  report: () => `/#/report?table=${tables[5].id}`,
  you: () => '/#/you?name=Ada',
  arena: () => '/#/arena',
  run: () => `/#/arena/${run}`,
  lost: () => '/#/play/there-is-no-such-table',
};
let run = '';

test.beforeAll(async () => {
  test.setTimeout(300_000);
  for (const game of ['chess', 'connect4', 'mnk:15,15,5', 'dipole', 'chinese-checkers']) {
    const table = await seat(game);
    tables.push(table);
    await playOn(table, 3);
  }
  const over = await seat('mnk:3,3,3', { kind: 'adaptive', style: 'exploit' });
  tables.push(over);
  await playOn(over, 6);
  run = await finishedRun();
});

/** What tells that a view has all it shows. */
const ready = {
  report: '.accuracy', you: 'h2', run: '.cross', arena: 'form', home: '.card-board .piece', lost: '.empty',
  new: '.new-board .piece', 'new-six': '.new-board .piece',
};

const LOOKS = [
  { name: '1440-light', width: 1440, height: 900, colorScheme: 'light', locale: 'en-GB' },
  { name: '1440-dark', width: 1440, height: 900, colorScheme: 'dark', locale: 'en-GB' },
  { name: '360-light', width: 360, height: 740, colorScheme: 'light', locale: 'en-GB' },
  { name: '360-dark', width: 360, height: 740, colorScheme: 'dark', locale: 'en-GB' },
  { name: '360-italian', width: 360, height: 740, colorScheme: 'light', locale: 'it-IT' },
  { name: '1440-italian', width: 1440, height: 900, colorScheme: 'dark', locale: 'it-IT' },
];

for (const { name: look, width, height, colorScheme, locale } of LOOKS) {
  test(`looks at ${look}`, async ({ visitor, complaints }) => {
    test.setTimeout(300_000);
    const phone = width < 500;
    const page = await visitor({ viewport: { width, height }, colorScheme, locale, hasTouch: phone, isMobile: phone, deviceScaleFactor: phone ? 2 : 1 });
    await page.goto('/');
    await page.evaluate((mine) => {
      localStorage.setItem('mossa.tables', JSON.stringify(mine));
      localStorage.setItem('mossa.name', JSON.stringify('Ada'));
    }, tables);
    const found = [];
    for (const [view, address] of Object.entries(views)) {
      // A new page each time: what one view leaves behind is not judged in the next.
      await page.goto('about:blank');
      await page.goto(address());
      await expect(page.locator(ready[view] ?? 'mossa-board .piece').first()).toBeVisible({ timeout: 90_000 });
      // Boards of the shelf come when they are about to be seen.
      if (view === 'home') for (const card of await page.locator('.card').all()) await card.scrollIntoViewIfNeeded();
      if (view.startsWith('play') || view.startsWith('analyse')) await page.locator('.why').evaluate((details) => { details.open = true; });
      // Pieces arrive, bars grow, the engine has a few lines.
      await page.waitForTimeout(view.startsWith('play') || view.startsWith('analyse') ? 2000 : 500);
      if (view === 'home') await expect(page.locator('.card mossa-board')).toHaveCount(6);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: `shots/${look}/${view}.png`, fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) found.push(`${view}: ${wide} px too wide`);
      found.push(...(await barriers(page)).map((words) => `${view}: ${words}`));
    }
    // A table that is not there is the one fault that is meant.
    const meant = complaints.filter((words) => words.includes('there-is-no-such-table'));
    complaints.splice(0, complaints.length, ...complaints.filter((words) => !meant.includes(words)));
    expect(found).toEqual([]);
  });
}

test('the switches for colours and language stay as they are set', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Make your move.' })).toBeVisible();
  await page.getByRole('button', { name: 'Language: it' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await page.getByRole('button', { name: 'Pagina scura' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('English and Italian have the same words', async ({ page }) => {
  await page.goto('/');
  const [en, it] = await page.evaluate(async () => {
    const keys = async (name) => Object.keys((await import(`/js/i18n/${name}.js`)).default).sort();
    return [await keys('en'), await keys('it')];
  });
  expect(it).toEqual(en);
});
