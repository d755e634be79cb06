import { exportFormat, get, post } from '../api.js';
import { h, iconButton } from '../dom.js';
import { t } from '../i18n.js';
import { go, link } from '../router.js';
import { myName, sitDown } from '../store.js';
import { confirmed, showText } from '../ui/dialog.js';
import { announce, complain, notify } from '../ui/notice.js';
import { valueText } from '../values.js';

/**
 * What one can do at a table beside moving.
 * @param {import('../table.js').TableSession} session
 * @param {import('../board/board.js').MossaBoard} board
 * @param {{flip: () => void, hinted: (gesture: number[]) => void}} page
 */
export function actions(session, board, page) {
  /** @param {() => Promise<any>} work */
  const run = (work) => () => { work().catch(complain); };

  const hint = run(async () => {
    const { people, value, gesture } = await session.ask('hint');
    const { table } = session;
    page.hinted(gesture);
    const text = t('says.hint', { move: people, value: valueText(value, table?.position.to_move ?? 0, table?.board.player_names ?? []) });
    notify(text);
    announce(text);
  });
  const undo = run(() => session.ask('undo'));
  const draw = run(async () => {
    await session.ask('draw', { answer: 'offer' });
  });
  const resign = run(async () => {
    if (await confirmed(t('act.resign-sure'), t('act.resign'))) await session.ask('resign');
  });
  const record = run(async () => {
    const family = session.table?.board.family ?? 'game';
    const { name, ending } = await exportFormat(family);
    const text = await get(`/tables/${session.id}/record?format=${name}`, { token: session.token, text: true });
    showText(t('act.record'), text, `${family}.${ending}`);
  });
  const rematch = run(async () => {
    const { table } = session;
    if (!table) return;
    // Sides change, as people do.
    const seats = table.seats.map((seat) => choice(seat)).reverse();
    const clock = table.clock && { base_ms: table.clock.base_ms, increment_ms: table.clock.increment_ms };
    const made = await post('/tables', { game: table.game, seats, clock, position: null });
    sitDown({ id: made.id, token: made.token, seats: made.seats, game: table.game, title: table.board.title, at: Date.now() });
    go(link('play', [made.id]));
  });

  return {
    rematch,
    buttons() {
      const { table } = session;
      if (!table) return null;
      const { can, position } = table;
      const analysis = link('analyse', [], { game: table.game, position: position.start, moves: position.history.join(' ') });
      return h('div', { class: 'tools' },
        iconButton('hint', t('act.hint'), hint, { disabled: !can.hint }),
        iconButton('undo', t('act.undo'), undo, { disabled: !can.undo }),
        iconButton('draw', t('act.draw'), draw, { disabled: !can.draw }),
        iconButton('flag', t('act.resign'), resign, { disabled: !can.resign }),
        iconButton('lens', t('way.analyse'), () => go(analysis)),
        iconButton('share', t('act.record'), record));
    },
  };
}

/** A seat as it is asked for. @param {import('../types.js').Seat} seat @returns {import('../types.js').SeatChoice} */
function choice(seat) {
  if (seat.yours) return { kind: 'human', name: seat.name || myName() };
  if (seat.kind === 'level') return { kind: 'level', level: seat.level ?? 3 };
  if (seat.kind === 'human') return { kind: 'open' };
  if (seat.kind === 'bot') return { kind: 'bot', name: seat.name };
  if (seat.kind === 'adaptive') return { kind: 'adaptive', style: /** @type {any} */ (seat).style ?? 'exploit' };
  return { kind: seat.kind };
}
