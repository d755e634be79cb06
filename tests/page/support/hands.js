import { expect } from './test.js';
import { boardOn } from './table.js';

/**
 * Ways to make a move on the board. Each takes the page and a move as the API gives it: its text, and the cells to touch.
 *
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{text: string, people: string, gesture: number[]}} Move
 */

/** What is touched for a cell: the cell on the board, or the button beside it. @param {Page} page @param {number} cell */
const spot = (page, cell) => boardOn(page).locator(`[data-place="${cell}"], [data-choice="${cell}"]`).first();

/** The last cell is touched twice where the move could go on. @param {Page} page */
async function confirm(page, last, touch) {
  const chosen = boardOn(page).locator(`[data-place="${last}"][aria-selected]`);
  if (await chosen.count() > 0) await touch(last);
}

/** Click and click. @param {Page} page @param {Move} move */
export async function byMouse(page, move) {
  const touch = (cell) => spot(page, cell).click();
  for (const cell of move.gesture) await touch(cell);
  await confirm(page, move.gesture.at(-1), touch);
}

/** A piece is carried from the first cell to the second; what else is asked is clicked. @param {Page} page @param {Move} move */
export async function byDragging(page, move) {
  const [from, to, ...rest] = move.gesture;
  const middle = async (cell) => {
    const box = await spot(page, cell).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await middle(from));
  await page.mouse.down();
  await page.mouse.move(...await middle(to), { steps: 6 });
  await page.mouse.up();
  const touch = (cell) => spot(page, cell).click();
  for (const cell of rest) await touch(cell);
  await confirm(page, move.gesture.at(-1), touch);
}

/** A finger. @param {Page} page @param {Move} move */
export async function byTouch(page, move) {
  const touch = (cell) => spot(page, cell).tap();
  for (const cell of move.gesture) await touch(cell);
  // Small cells are aimed at first.
  const aims = await boardOn(page).locator('.ghost').count() > 0;
  if (aims) await touch(move.gesture.at(-1));
  else await confirm(page, move.gesture.at(-1), touch);
}

/** Letters open the field for a move. @param {Page} page @param {Move} move */
export async function byTyping(page, move) {
  await boardOn(page).locator('.cell[tabindex="0"]').focus();
  await page.keyboard.type(move.people);
  await page.keyboard.press('Enter');
}

/** Arrows walk, Enter touches. @param {Page} page @param {Move} move */
export async function byArrows(page, move) {
  await boardOn(page).locator('.cell[tabindex="0"]').focus();
  // Esc lets go of whatever is held.
  await page.keyboard.press('Escape');
  const touch = async (cell) => {
    await walkTo(page, cell);
    await page.keyboard.press('Enter');
  };
  for (const cell of move.gesture) await touch(cell);
  await confirm(page, move.gesture.at(-1), touch);
}

/** @param {Page} page @param {number} cell */
async function walkTo(page, cell) {
  const goal = spot(page, cell);
  if (await goal.evaluate((element) => element.tagName === 'BUTTON')) return goal.focus();
  const there = await goal.boundingBox();
  for (let steps = 0; steps < 80; steps += 1) {
    const here = await page.evaluate(() => {
      const { x, y } = document.activeElement.getBoundingClientRect();
      return { x, y, place: document.activeElement.getAttribute('data-place') };
    });
    if (here.place === String(cell)) return undefined;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    // Rows first: on a star every row is shifted, and the column is found along the row.
    const key = Math.abs(dy) > there.height / 3 ? (dy > 0 ? 'ArrowDown' : 'ArrowUp') : (dx > 0 ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press(key);
    const moved = await page.evaluate(() => document.activeElement.getAttribute('data-place'));
    // At an edge of the star there is no way straight on: one steps aside, towards the middle.
    if (moved === here.place) await page.keyboard.press(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
  }
  return expect(`cell ${cell} was reached by arrows`).toBe('true');
}
