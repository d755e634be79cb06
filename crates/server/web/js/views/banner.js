import { h, icon, iconButton } from '../dom.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { myName, remember } from '../store.js';
import { copy } from '../ui/dialog.js';
import { complain } from '../ui/notice.js';
import { resultText } from '../values.js';
import { seatNames } from './seats.js';

/**
 * What is to be said above everything else: the end, an offer, a free seat, a link to send.
 * @param {import('../table.js').TableSession} session
 * @param {{rematch: () => void}} acts
 */
export function banner(session, acts) {
  const { table } = session;
  if (!table) return null;
  const sits = table.seats.some((seat) => seat.yours);
  const result = table.result ?? table.position.result;
  if (table.state === 'over' && result) return ending(session, result, sits, acts);
  const free = table.seats.some((seat) => seat.kind === 'open' && !seat.taken);
  if (free) return sits ? invitation() : joining(session);
  const mine = (/** @type {number|null} */ seat) => seat !== null && table.seats[seat]?.yours;
  if (sits && table.draw_offer !== null && !mine(table.draw_offer)) return offer(session, 'draw', t('offer.draw'));
  if (sits && table.undo_offer !== null && !mine(table.undo_offer)) return offer(session, 'undo', t('offer.undo'));
  if (table.draw_offer !== null || table.undo_offer !== null) return h('div', { class: 'panel banner' }, h('p', {}, t('offer.waits')));
  return null;
}

/** @param {import('../table.js').TableSession} session @param {import('../types.js').Result} result @param {boolean} sits @param {{rematch: () => void}} acts */
function ending({ table }, result, sits, acts) {
  if (!table) return null;
  return h('div', { class: 'panel banner end' },
    h('h2', {}, resultText(result, seatNames(table))),
    h('div', { class: 'row' },
      sits && h('button', { class: 'primary', type: 'button', on: { click: acts.rematch } }, t('act.rematch')),
      h('a', { class: 'button', href: link('report', [], { table: table.id }) }, icon('chart'), t('way.report')),
      h('a', { class: 'button', href: link('analyse', [], { game: table.game, position: table.position.start, moves: table.position.history.join(' ') }) }, icon('lens'), t('way.analyse'))));
}

function invitation() {
  return h('div', { class: 'panel banner stack' }, h('h2', {}, t('invite.title')), h('p', { class: 'muted' }, t('invite.text')),
    h('div', { class: 'row' }, h('input', { readonly: true, class: 'grow', value: location.href, 'aria-label': t('invite.link') }),
      iconButton('share', t('copy'), () => copy(location.href).catch(complain))));
}

/** @param {import('../table.js').TableSession} session */
function joining(session) {
  const name = h('input', { value: myName() || t('you.default'), maxlength: 40, 'aria-label': t('new.name') });
  const join = (/** @type {Event} */ event) => {
    event.preventDefault();
    remember('name', name.value.trim());
    session.join(name.value.trim()).catch(complain);
  };
  return h('form', { class: 'panel banner stack', on: { submit: join } }, h('h2', {}, t('join.title')),
    h('div', { class: 'row' }, name, h('button', { class: 'primary', type: 'submit' }, t('join.sit'))));
}

/** @param {import('../table.js').TableSession} session @param {'draw'|'undo'} what @param {string} text */
function offer(session, what, text) {
  const answer = (/** @type {string} */ word) => () => session.ask(what, { answer: word }).catch(complain);
  return h('div', { class: 'panel banner' }, h('p', {}, text), h('div', { class: 'row' },
    h('button', { class: 'primary', type: 'button', on: { click: answer('accept') } }, t('offer.accept')),
    h('button', { class: 'quiet', type: 'button', on: { click: answer('decline') } }, t('offer.decline'))));
}
