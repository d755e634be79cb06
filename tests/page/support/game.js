import { expect } from './test.js';
import { post } from './api.js';
import { ourTurn, tableId, tokenOn } from './table.js';

/**
 * Plays a game to its end by the rules, with the moves that the server's hints propose, so that it ends soon.
 * @param {import('@playwright/test').Page} page
 * @param {((page: any, move: any) => Promise<void>)[]} hands One after the other, again and again.
 * @returns {Promise<any>} the table at the end
 */
export async function playToTheEnd(page, hands) {
  const [id, token] = [tableId(page), await tokenOn(page)];
  for (let turn = 0; ; turn += 1) {
    const table = await ourTurn(page);
    if (table.state === 'over') {
      await expect(page.locator('.banner.end')).toBeVisible();
      expect(table.result.reason).toBe('normal');
      return table;
    }
    const hint = await post(`/tables/${id}/hint`, {}, { token });
    const move = table.position.moves.find(({ text }) => text === hint.move);
    await hands[turn % hands.length](page, move);
    await expect(async () => {
      expect(await page.locator('.moves .move').count()).toBeGreaterThan(table.position.history.length);
    }).toPass({ timeout: 15_000 });
  }
}
