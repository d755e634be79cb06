import { post } from '../api.js';
import { h, icon, put } from '../dom.js';
import { t } from '../i18n.js';
import { wideTable } from '../ui/forms.js';
import { words } from '../ui/notice.js';
import { signed, valueText } from '../values.js';

/**
 * Why a position is worth what it is: the terms of the evaluation for each player, and what is threatened. It asks only
 * while it is open.
 *
 * @param {() => import('../types.js').Place} place
 * @param {() => number} toMove
 * @param {import('../board/board.js').MossaBoard} board
 * @param {{player_names: string[]}} names
 */
export function whyPanel(place, toMove, board, names) {
  const body = h('div', { class: 'why-body' });
  const element = h('details', { class: 'panel why', on: { toggle: () => refresh() } },
    h('summary', {}, icon('why'), t('why.title')), body);
  let asked = '';
  let abort = new AbortController();

  async function refresh() {
    if (!element.open) return;
    const here = place();
    const key = JSON.stringify(here);
    if (key === asked) return;
    asked = key;
    abort.abort();
    abort = new AbortController();
    body.classList.add('old');
    try {
      const turn = toMove();
      show(await post('/explain', here, { signal: abort.signal }), turn);
    } catch (error) {
      if (abort.signal.aborted && key !== asked) return;
      const { text, more } = words(error);
      put(body, h('p', { class: 'muted' }, text, ' ', more));
    }
    body.classList.remove('old');
  }

  /** @param {import('../types.js').Explanation} explained @param {number} turn */
  function show(explained, turn) {
    const largest = Math.max(1, ...explained.terms.flatMap((term) => term.values.map(Math.abs)));
    const head = h('tr', {}, h('th', {}, t('why.term')), names.player_names.map((name, seat) => h('th', { class: `owner-${seat}` }, h('i', { class: 'swatch' }), ' ', name)));
    // What nobody has is not worth a row.
    const rows = explained.terms.filter((term) => term.values.some((value) => value !== 0)).map((term) => h('tr', {}, h('td', {}, term.text),
      term.values.map((value, seat) => h('td', { class: `owner-${seat}` }, signed(value),
        value !== 0 && h('i', { class: 'term-bar', css: { '--size': Math.abs(value) / largest }, 'data-sign': value < 0 ? 'minus' : 'plus' })))));
    const { threat } = explained;
    put(body,
      threat && h('p', { class: 'threat' }, t('why.threat'), ' ',
        h('button', { type: 'button', class: 'quiet', on: { click: () => point(threat.move) } }, threat.people), ' ',
        h('span', { class: 'muted' }, valueText(threat.value, turn, names.player_names))),
      wideTable(t('why.title'), h('thead', {}, head), h('tbody', {}, rows)),
      explained.unit && h('p', { class: 'muted small' }, explained.unit));
  }

  /** @param {string} text */
  function point(text) {
    const move = board.gesture.moves.find((one) => one.text === text);
    if (move) board.guide([{ cells: move.gesture, tone: 'threat' }]);
  }

  return { element, refresh };
}
