import { test, expect } from './support/test.js';
import { GAMES } from './support/games.js';
import { byArrows, byDragging, byMouse, byTouch, byTyping } from './support/hands.js';
import { playToTheEnd } from './support/game.js';
import { startGame } from './support/table.js';

/** A complete game of each kind against level 1, with every way to make moves. */
for (const { name, game, position } of GAMES) {
  test(`${name} by mouse`, async ({ page }) => {
    await startGame(page, { game, position });
    const table = await playToTheEnd(page, game.startsWith('chess') || game === 'dipole' ? [byDragging, byMouse] : [byMouse]);
    expect(table.position.result).not.toBeNull();
  });

  test(`${name} by keyboard`, async ({ page }) => {
    await startGame(page, { game, position });
    await playToTheEnd(page, [byArrows, byTyping]);
  });

  test(`${name} by touch`, async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await startGame(page, { game, position });
    await playToTheEnd(page, [byTouch]);
  });
}

test('gomoku by touch: small cells are aimed at first', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await startGame(page, { game: 'mnk:15,15,5' });
  await playToTheEnd(page, [byTouch]);
});
