import { h } from '../dom.js';
import { t } from '../i18n.js';
import { dots } from '../ui/notice.js';

/** @typedef {import('../types.js').Table} Table */

/** What the seats are called. @param {Table} table */
export function seatNames(table) {
  return table.seats.map((seat, index) => seat.name || (seat.taken ? table.board.player_names[index] : t('seat.open')));
}

/** One player: the colour, the name, the clock, and whether it thinks. @param {Table} table @param {number} seat @param {HTMLElement} clock */
export function seatStrip(table, seat, clock) {
  const { thinking, yours } = table.seats[seat];
  const turn = table.state !== 'over' && table.position.to_move === seat && !table.position.result;
  const won = table.result?.winners.includes(seat);
  return h('div', { class: `seat owner-${seat} ${turn ? 'turn' : ''} ${won ? 'won' : ''}` },
    h('i', { class: 'swatch' }),
    h('b', {}, seatNames(table)[seat]),
    h('span', { class: 'muted small' }, table.board.player_names[seat], yours && table.seats.filter((one) => one.yours).length === 1 ? ` · ${t('seat.you')}` : ''),
    thinking && turn && h('span', { class: 'thinking muted', title: t('seat.thinking') }, dots(), h('span', { class: 'unseen' }, t('seat.thinking'))),
    won && h('span', { class: 'crown' }, t('seat.won')),
    clock);
}
