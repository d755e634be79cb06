import { test, expect } from './support/test.js';
import { byMouse } from './support/hands.js';
import { post } from './support/api.js';
import { boardOn } from './support/table.js';

test('analysis streams better lines, and stops', async ({ page }) => {
  await page.goto('/#/analyse?game=chess');
  await expect(page.locator('.lines li')).toHaveCount(3);
  const depth = async () => Number(/depth (\d+)/.exec(await page.locator('.engine-status').innerText())?.[1] ?? 0);
  await expect.poll(depth).toBeGreaterThan(0);
  const early = await depth();
  await expect.poll(depth).toBeGreaterThan(early);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.lines-box')).toContainText('The engine shows its best lines');
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

test('moves, variations and the way back', async ({ page }) => {
  await page.goto('/#/analyse?game=mnk:3,3,3');
  const { moves } = await post('/position', { game: 'mnk:3,3,3' });
  await byMouse(page, moves[4]);
  await expect(page.locator('.variations .move')).toHaveCount(1);
  await page.getByRole('button', { name: 'One move back' }).click();
  await expect(boardOn(page).locator('.piece')).toHaveCount(0);
  await byMouse(page, moves[0]);
  await expect(page.locator('.variations .branch')).toHaveCount(1);
  await expect(page).toHaveURL(/moves=/);
});

test('exact values over every column of Connect 4', async ({ page }) => {
  await page.goto('/#/analyse?game=connect4&moves=4+4+4+4+4+2+2+2+5+5+5+5');
  await page.getByRole('button', { name: 'Exact values' }).click();
  await expect(page.locator('.badge')).toHaveCount(7);
});

test('a position by text, an import and an export', async ({ page }) => {
  await page.goto('/#/analyse?game=chess');
  const text = page.getByRole('textbox', { name: 'Position' });
  await expect(text).toHaveValue(/rnbqkbnr/);
  await text.fill('8/8/8/8/8/4k3/4p3/4K3 w - - 0 1');
  await text.press('Enter');
  await expect(boardOn(page).locator('.piece')).toHaveCount(3);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5');
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.locator('.variations .move')).toHaveCount(5);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/Bb5/);
});

test('a position by placing pieces', async ({ page }) => {
  await page.goto('/#/analyse?game=chess');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Empty the board' }).click();
  for (const [piece, square] of [['White king', 'e1'], ['White queen', 'd1'], ['Black king', 'e8']]) {
    await page.getByRole('radio', { name: piece }).check();
    await boardOn(page).locator(`[aria-label^="${square}:"]`).click();
  }
  await page.getByRole('button', { name: 'Use this position' }).click();
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue('4k3/8/8/8/8/8/8/3QK3 w - - 0 1');
});

/** Every game reads the position that is set up; the touches leave the numbers of pieces that its rules want. */
const TOUCHES = [
  ['mnk:3,3,3', ['b2'], 1],
  ['connect4', ['column 4, row 1'], 1],
  ['dipole', ['H5', 'D3'], 3],
  ['chinese-checkers', ['m1', 'm9'], 20],
];
for (const [game, touches, pieces] of TOUCHES) {
  test(`pieces are placed: ${game}`, async ({ page }) => {
    await page.goto(`/#/analyse?game=${game}`);
    await page.getByRole('button', { name: 'Set up' }).click();
    for (const place of touches) await boardOn(page).locator(`[aria-label^="${place}:"]`).click();
    await page.getByRole('group', { name: 'To move' }).getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: 'Use this position' }).click();
    await expect(page.getByRole('heading', { name: 'Set up' })).toBeHidden();
    await expect(page.locator('.about')).toContainText('to move');
    await expect(boardOn(page).locator('.piece')).toHaveCount(pieces);
  });
}
