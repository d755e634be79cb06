import { expect } from './test.js';
import { tableOf } from './api.js';

/** A person at a table: the browser page with the board, and what the server says about the table. */

/** @param {import('@playwright/test').Page} page */
export const boardOn = (page) => page.locator('.board-box mossa-board');

/** The id in the address of the page. @param {import('@playwright/test').Page} page */
export const tableId = (page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2]);

/** The token that this browser got when it sat down. @param {import('@playwright/test').Page} page */
export async function tokenOn(page) {
  const id = tableId(page);
  return page.evaluate((wanted) => JSON.parse(localStorage.getItem('mossa.tables') ?? '[]')
    .find((table) => table.id === wanted)?.token ?? null, id);
}

/**
 * Starts a game with the form, as people do: we move first.
 * @param {import('@playwright/test').Page} page
 * @param {{game: string, position?: string|null, opponent?: string, level?: number}} wanted
 */
export async function startGame(page, { game, position = null, opponent = 'mossa', level = 1 }) {
  const search = new URLSearchParams({ game, ...(position ? { position } : {}) });
  await page.goto(`/#/new?${search}`);
  const choose = (legend, choice) => page.getByRole('group', { name: legend }).getByRole('radio', { name: choice, exact: true }).check();
  await choose('Opponent', opponent);
  if (opponent === 'mossa') await choose('Level', String(level));
  await page.getByRole('group', { name: 'You play' }).getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/#\/play\//);
  await expect(boardOn(page)).toBeVisible();
  return tableId(page);
}

/** Waits until we are to move, and the page shows it, or until the game is over. @param {import('@playwright/test').Page} page */
export async function ourTurn(page) {
  const id = tableId(page);
  await expect(async () => {
    const table = await tableOf(id);
    const over = table.state === 'over';
    expect(over || table.position.to_move === await seatOn(page)).toBe(true);
    const shown = await page.locator('.moves .move').count();
    expect(shown).toBe(table.position.history.length);
    if (!over) await expect(boardOn(page)).toHaveClass(/playable/, { timeout: 1000 });
  }).toPass({ intervals: [60, 100, 200, 400], timeout: 60_000 });
  return tableOf(id);
}

/** Our seat. @param {import('@playwright/test').Page} page */
async function seatOn(page) {
  const id = tableId(page);
  return page.evaluate((wanted) => JSON.parse(localStorage.getItem('mossa.tables') ?? '[]')
    .find((table) => table.id === wanted)?.seats[0] ?? -1, id);
}
