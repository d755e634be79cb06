import { test, expect } from './support/test.js';
import { byMouse } from './support/hands.js';
import { playToTheEnd } from './support/game.js';
import { startGame } from './support/table.js';

test('the report after a game, and what the page knows of its player', async ({ page }) => {
  await startGame(page, { game: 'connect4' });
  await playToTheEnd(page, [byMouse]);
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.locator('.accuracy')).toHaveCount(2, { timeout: 90_000 });
  await expect(page.locator('.graph')).toBeVisible();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(page.locator('mossa-board .piece')).toHaveCount(0);

  await page.goto('/#/you');
  await expect(page.getByRole('heading', { name: 'Results by opponent' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toContain('.json');

  await page.goto('/#/');
  await expect(page.locator('.recent-card').first()).toBeVisible();
});

test('a name that nobody has used has no history, and everything is erased on demand', async ({ page }) => {
  await page.goto('/#/you?name=Nobody');
  await expect(page.getByText('No games are known under this name yet')).toBeVisible();

  await page.evaluate(() => localStorage.setItem('mossa.name', JSON.stringify('Ephemera')));
  await startGame(page, { game: 'mnk:3,3,3' });
  await playToTheEnd(page, [byMouse]);
  await page.goto('/#/you');
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click();
  await expect(page.getByText('No games are known under this name yet')).toBeVisible();
});

test('a run of the arena fills in live', async ({ page }) => {
  await page.goto('/#/arena');
  await page.getByRole('combobox', { name: 'Game' }).selectOption('connect4');
  await page.getByRole('textbox', { name: 'Players, one per line' }).fill('level:1\nlevel:2');
  await page.getByRole('spinbutton', { name: 'Games' }).fill('100');
  await page.getByRole('button', { name: 'Start' }).click();
  const done = async () => Number(/(\d+) of 100 games/.exec(await page.locator('.panel-head').innerText())?.[1] ?? -1);
  await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await done()).toBeLessThan(100);
  await expect.poll(done, { timeout: 120_000 }).toBe(100);
  await expect(page.locator('.cross tbody tr')).toHaveCount(2);
  await expect(page.getByText('finished')).toBeVisible();
});
