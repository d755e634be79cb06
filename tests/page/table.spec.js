import { test, expect } from './support/test.js';
import { post } from './support/api.js';
import { byMouse } from './support/hands.js';
import { boardOn, ourTurn, startGame, tableId, tokenOn } from './support/table.js';

/** @param {import('@playwright/test').Page} page @param {number} [index] Which of the legal moves. */
async function moveOnce(page, index = 0) {
  const table = await ourTurn(page);
  await byMouse(page, table.position.moves[index]);
}

test('a reload in mid-game goes on where it was', async ({ page }) => {
  await startGame(page, { game: 'connect4' });
  await moveOnce(page, 3);
  const before = await ourTurn(page);
  await page.reload();
  const after = await ourTurn(page);
  expect(after.position.history).toEqual(before.position.history);
  await moveOnce(page, 2);
  expect((await ourTurn(page)).position.history.length).toBe(before.position.history.length + 2);
});

test('two browsers play by link, and a third watches', async ({ page, visitor }) => {
  await startGame(page, { game: 'mnk:3,3,3', opponent: 'A friend by link' });
  await expect(page.getByText('Send this link to your friend')).toBeVisible();
  const [friend, spectator] = [await visitor(), await visitor()];
  await friend.goto(page.url());
  await spectator.goto(page.url());
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bea');
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(spectator.getByText('Bea').first()).toBeVisible();

  const people = [page, friend];
  for (const [ply, cell] of ['a1', 'b1', 'a2', 'b2', 'a3'].entries()) {
    const table = await ourTurn(people[ply % 2]);
    await byMouse(people[ply % 2], table.position.moves.find(({ text }) => text === cell));
    for (const one of [...people, spectator]) await expect(one.locator('.moves .move')).toHaveCount(ply + 1);
    await expect(boardOn(spectator)).not.toHaveClass(/playable/);
  }
  for (const one of [...people, spectator]) await expect(one.locator('.banner.end')).toBeVisible();
});

test('people offer a draw, and ask to take a move back', async ({ page, visitor }) => {
  await startGame(page, { game: 'chess', opponent: 'A friend by link' });
  const friend = await visitor();
  await friend.goto(page.url());
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await moveOnce(page);
  await expect(friend.locator('.moves .move')).toHaveCount(1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await friend.getByRole('button', { name: 'Accept' }).click();
  await expect(page.locator('.moves .move')).toHaveCount(0);
  await moveOnce(page);
  await expect(friend.locator('.moves .move')).toHaveCount(1);
  await page.getByRole('button', { name: 'Draw' }).click();
  await friend.getByRole('button', { name: 'Accept' }).click();
  await expect(page.locator('.banner.end')).toContainText('Draw');
});

test('hint, take back, why, resign', async ({ page }) => {
  await startGame(page, { game: 'connect4' });
  await ourTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.notice')).toContainText('Hint');
  await moveOnce(page, 3);
  await ourTurn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.moves .move')).toHaveCount(0);
  await page.getByText('Why this value?').click();
  await expect(page.locator('.why tbody tr').first()).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.banner.end')).toContainText('by resignation');
});

test('a game of six on one star', async ({ page }) => {
  await page.goto('/#/new?game=chinese-checkers:players=6');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/#\/play\//);
  await moveOnce(page);
  await expect(page.locator('.crowd .seat')).toHaveCount(6);
  await ourTurn(page);
  expect((await post(`/tables/${tableId(page)}/resign`, {}, { token: await tokenOn(page) })).state).toBeTruthy();
});
