import { boardOf, games, positionOf } from '../api.js';
import { newBoard } from '../board/board.js';
import { apply, replay, touched } from '../board/scene.js';
import { h, iconButton, put } from '../dom.js';
import { evaluator } from '../evaluator.js';
import { t } from '../i18n.js';
import { click } from '../sound.js';
import { TableSession } from '../table.js';
import { EvaluationBar } from '../ui/bar.js';
import { Clocks } from '../ui/clock.js';
import { MoveList, walkByKeys } from '../ui/moves.js';
import { announce, complain } from '../ui/notice.js';
import { resultText } from '../values.js';
import { actions } from './actions.js';
import { banner } from './banner.js';
import { titleOf } from './options.js';
import { seatStrip, seatNames } from './seats.js';
import { whyPanel } from './why.js';

/** Whether all people at the table are here. @param {import('../types.js').Table} table */
const alone = (table) => table.seats.every((seat) => seat.yours || (seat.kind !== 'human' && seat.kind !== 'open'));

/** @type {import('../main.js').View} */
export async function play(root, route, signal) {
  /** Whether there is a page to change; what comes before is in the table when it is first shown. */
  let ready = false;
  const session = new TableSession(route.args[0], {
    changed: () => { if (ready) update(); },
    moved: (played) => { if (ready) moved(played); },
    valued: () => { if (ready) { values.stop(); showValue(); } },
  });
  signal.addEventListener('abort', () => session.close());
  await session.open();
  const first = session.table;
  if (!first || signal.aborted) return;
  const players = first.board.players;
  const [begin, all] = await Promise.all([
    positionOf({ game: first.game, position: first.position.start }).catch(() => boardOf(first.game).then((board) => board.position)), games()]);
  const start = begin.scene;
  const title = titleOf(all, first.game);

  const board = newBoard();
  board.lay(first.board, { start });
  const bar = new EvaluationBar(first.board.player_names);
  bar.beside(board);
  const clocks = new Clocks(players);
  /** The ply that is looked at; nothing for the latest. @type {number|null} */
  let looked = null;
  /** A move of ours that the server has not confirmed. @type {import('../types.js').Move|null} */
  let sent = null;
  let scenes = replay(start, first.position.effects);
  /** Whether the second player sits below. */
  let turned = false;
  /** What the board shows, and what stands above the panels. */
  let [drawn, said] = ['', ''];

  const moves = new MoveList(players, (ply) => look(ply));
  walkByKeys(moves, signal);
  // More than two do not fit around a board.
  const crowd = h('div', { class: 'panel crowd', hidden: players === 2 });
  const [top, bottom, head, tools, facts] = [h('div', { class: 'strip' }), h('div', { class: 'strip' }), h('div'), h('div'), h('div', { class: 'facts' })];
  const why = whyPanel(() => place(), () => turnAt(at()), board, first.board);
  const act = actions(session, board, { flip, hinted: (gesture) => board.guide([{ cells: gesture, tone: 'hint' }]) });

  const values = evaluator((ply, value, toMove) => {
    session.values.set(ply, { value, toMove });
    if (ply === at() && !sent) bar.show(value, toMove);
  });
  signal.addEventListener('abort', values.stop);
  const at = () => looked ?? /** @type {import('../types.js').Table} */ (session.table).position.history.length;
  const place = () => {
    const { game, position } = /** @type {import('../types.js').Table} */ (session.table);
    return { game, position: position.start, moves: position.history.slice(0, at()) };
  };

  /** Whose turn it was. @param {number} ply */
  const turnAt = (ply) => (looked === null && session.table ? session.table.position.to_move : (begin.to_move + ply) % players);

  /** @param {number} ply */
  function look(ply) {
    const last = session.table?.position.history.length ?? 0;
    looked = ply === last ? null : ply;
    update(ply > moves.at && ply - moves.at === 1);
  }

  /** A move is heard, and told to those who do not see it. @param {number} seat @param {string} people @param {import('../types.js').Effect[]} effects */
  function tell(seat, people, effects) {
    if (session.table) announce(t('says.plays', { player: seatNames(session.table)[seat], move: people }));
    click(effects.some((effect) => effect.remove));
  }

  /** Who looks at the past stays there when the other moves. @param {import('../table.js').Played} played */
  function moved(played) {
    const { table } = session;
    if (!table) return;
    const names = seatNames(table);
    if (!table.seats[played.player]?.yours) tell(played.player, played.people, played.effects);
    sent = null;
    update(true);
    if (table.position.result) announce(resultText(table.position.result, names));
  }

  function showValue() {
    const ended = session.table?.result ?? session.table?.position.result;
    if (ended && looked === null) return bar.end(ended);
    const known = session.values.get(at());
    if (known && !sent) return bar.show(known.value, known.toMove);
    // Nothing old is shown. Between people nobody is told what an engine thinks.
    bar.clear();
    const { table } = session;
    if (sent || looked !== null || !table?.can.move || !alone(table)) return values.stop();
    return values.ask(at(), place(), table.position.to_move);
  }

  /** @param {boolean} [moving] */
  function update(moving = false) {
    const { table } = session;
    if (!table || signal.aborted) return;
    const { position } = table;
    scenes = replay(start, position.effects);
    const ply = at();
    const live = looked === null;
    const effects = position.effects[ply - 1] ?? [];
    // What does not change the board must not let go of a piece that is being moved.
    const key = [position.history.join(), ply, table.can.move, table.state].join('|');
    if (!sent && key !== drawn) {
      drawn = key;
      board.show({
        scene: scenes[ply] ?? position.scene,
        moves: live && table.can.move ? position.moves : [],
        marked: live ? position.marked : [],
        last: touched(effects),
        effects: moving ? effects : [],
      });
      board.guide([]);
    }
    moves.show(position.people_history, ply);
    clocks.set(table.state === 'over' && table.clock ? { ...table.clock, running: null } : table.clock);
    showSeats(table);
    showValue();
    put(facts, position.facts.map((fact) => h('p', {}, fact)));
    const saying = JSON.stringify([table.state, table.result, table.draw_offer, table.undo_offer, table.seats.map((seat) => [seat.taken, seat.yours])]);
    // A name that is being typed stays.
    if (saying !== said) put(head, banner(session, { rematch: act.rematch }));
    said = saying;
    put(tools, act.buttons());
    why.refresh();
    document.title = `${table.can.move ? `${t('seat.your-turn')} · ` : ''}${title} · mossa`;
  }

  /** @param {import('../types.js').Table} table */
  function showSeats(table) {
    const strip = (/** @type {number} */ seat) => seatStrip(table, seat, clocks.faces[seat]);
    const seats = table.seats.map((_, seat) => seat);
    if (players === 2) {
      put(top, strip(turned ? 0 : 1));
      put(bottom, strip(turned ? 1 : 0));
    } else {
      put(crowd, seats.map(strip));
    }
    root.dataset.set = board.dataset.set ?? '';
  }

  function flip() {
    turned = !turned;
    // Where stones fall, up stays up.
    if (board.entry !== 'column') board.flip();
    bar.flip(turned);
    update();
  }

  /** Shows our move at once, and takes it back if the server does not agree. @param {import('../types.js').Move} move */
  async function send(move) {
    const { table } = session;
    if (!table) return;
    const ply = table.position.history.length;
    sent = move;
    drawn = '';
    tell(table.position.to_move, move.people, move.effects);
    board.guide([]);
    board.show({ scene: apply(scenes[ply], move.effects), last: touched(move.effects), effects: move.effects });
    bar.clear();
    try {
      await session.ask('moves', { move: move.text, ply });
    } catch (error) {
      complain(error);
      await session.refresh().catch(complain);
    } finally {
      sent = null;
      update();
    }
  }

  board.addEventListener('play', (event) => send(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('typed', (event) => {
    const ply = session.table?.position.history.length ?? 0;
    session.ask('moves', { move: /** @type {CustomEvent} */ (event).detail, ply }).catch(complain);
  });
  const timer = setInterval(() => clocks.tick(), 100);
  signal.addEventListener('abort', () => clearInterval(timer));

  const mine = first.seats.findIndex((seat) => seat.yours);
  put(root,
    h('div', { class: 'game-page' },
      h('section', { class: 'board-side', 'aria-label': t('board'), css: { '--ratio': board.ratio } }, top,
        h('div', { class: 'board-with-bar' }, bar.element, h('div', { class: 'board-box' }, board)), bottom),
      h('section', { class: 'talk-side stack' }, head, crowd,
        h('div', { class: 'panel game-panel' },
          h('div', { class: 'panel-head' }, h('h2', {}, title), h('span', { class: 'value-text' }, bar.text),
            board.entry !== 'column' && iconButton('flip', t('board.flip'), flip, { bare: true })),
          moves.element, facts, tools),
        why.element,
        h('p', { class: 'muted small keys' }, first.board.texts['input-help'] ?? '', ' ', t('board.keys')))));
  ready = true;
  if (players === 2 && mine === 1) flip();
  else update();
}
