import { post } from '../api.js';
import { h, iconButton, put } from '../dom.js';
import { t } from '../i18n.js';
import { complain, waiting } from '../ui/notice.js';
import { valueBadge, valueText } from '../values.js';

/**
 * Exact values of all moves, on the board where a move is one cell and as a list otherwise.
 * @param {{place: () => import('../types.js').Place, position: () => import('../types.js').Position|null, names: () => string[],
 *   badges: (badges: import('../board/marks.js').Badge[]) => void, play: (moves: string[]) => void}} page
 */
export function exactPanel(page) {
  const list = h('div', { class: 'exact-list' });
  const button = h('div');
  let on = false;
  let asked = 0;

  async function refresh() {
    asked += 1;
    const mine = asked;
    page.badges([]);
    put(list);
    draw();
    const position = page.position();
    if (!on || !position || position.moves.length === 0) return;
    put(list, waiting());
    try {
      /** @type {import('../types.js').Solution} */
      const solved = await post('/solve', { ...page.place(), time_ms: 8000 });
      if (mine === asked) show(solved, position);
    } catch (error) {
      if (mine !== asked) return;
      on = false;
      put(list);
      draw();
      complain(error);
    }
  }

  /** @param {import('../types.js').Solution} solved @param {import('../types.js').Position} position */
  function show(solved, position) {
    if (!solved.exact) return put(list, h('p', { class: 'muted' }, t('analyse.exact-none')));
    const gestures = new Map(position.moves.map((move) => [move.text, move.gesture]));
    const tone = (/** @type {import('../types.js').Value} */ value) => value.outcome ?? 'plain';
    const oneCell = solved.moves.every(({ move }) => gestures.get(move)?.length === 1);
    if (oneCell) {
      page.badges(solved.moves.flatMap(({ move, value }) => {
        const cell = gestures.get(move)?.[0];
        return cell === undefined ? [] : [{ cell, text: valueBadge(value), tone: tone(value) }];
      }));
    }
    const ranked = [...solved.moves].sort((a, b) => (b.score ?? b.value.chance ?? 0) - (a.score ?? a.value.chance ?? 0));
    return put(list,
      h('p', {}, h('b', {}, valueText(solved.value, position.to_move, page.names())), ' ',
        h('span', { class: 'muted small' }, t('analyse.source', { source: t(`source.${solved.source}`) }))),
      !oneCell && h('div', { class: 'choice-row' }, ranked.slice(0, 24).map(({ move, people, value }) => h('button', {
        type: 'button', class: `exact-move ${tone(value)}`, on: { click: () => page.play([move]) },
      }, people, ' ', h('b', {}, valueBadge(value))))));
  }

  function draw() {
    put(button, iconButton('why', on ? t('analyse.exact-off') : t('analyse.exact'), () => { on = !on; refresh(); }, { 'aria-pressed': String(on) }));
  }

  draw();
  return { element: h('div', { class: 'stack' }, h('div', { class: 'row' }, button), list), refresh };
}
