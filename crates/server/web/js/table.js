import { get, post } from './api.js';
import { listen } from './stream.js';
import { myTable, sitDown } from './store.js';
import { complain, connectionLost } from './ui/notice.js';

/**
 * A table on the server as this browser knows it: one state, changed by what the server says.
 *
 * @typedef {import('./types.js').Table} Table
 * @typedef {{ply: number, people: string, player: number, effects: import('./types.js').Effect[]}} Played
 */
export class TableSession {
  /** @param {string} id @param {{changed: () => void, moved: (played: Played) => void, valued: () => void}} listeners */
  constructor(id, listeners) {
    this.id = id;
    this.listeners = listeners;
    /** @type {Table|null} */
    this.table = null;
    /** Values by ply, each with whose turn it was. @type {Map<number, {value: import('./types.js').Value, toMove: number}>} */
    this.values = new Map();
    /** @type {{close: () => void}|null} */
    this.stream = null;
    this.mine = myTable(id);
  }

  get token() {
    return this.mine?.token ?? null;
  }

  async open() {
    this.take(await get(`/tables/${this.id}`, { token: this.token }));
    this.stream?.close();
    this.stream = listen(`/tables/${this.id}/events`, {
      token: this.token,
      on: {
        table: (table) => this.arrived(table),
        change: (table) => this.arrived(table),
        move: (move) => this.moved(move),
        evaluation: (data) => { this.value(data); this.listeners.valued(); },
        thinking: ({ seat }) => this.thinking(seat),
      },
      lost: () => connectionLost(true),
      found: () => connectionLost(false),
      refused: complain,
    });
  }

  close() {
    this.stream?.close();
    connectionLost(false);
  }

  /** @param {Table} table */
  take(table) {
    // An answer can be overtaken by an event: only what is newer counts.
    if (this.table && table.version < this.table.version) return;
    if (this.table && table.position.history.length < this.table.position.history.length) this.values.clear();
    this.table = table;
    if (table.evaluation) this.value(table.evaluation);
  }

  /** @param {Table} table */
  arrived(table) {
    const anonymous = this.token && !table.seats.some((seat) => seat.yours);
    this.take(table);
    this.listeners.changed();
    // A stream may not know whose ears listen; then who one is is asked again.
    if (anonymous) this.refresh().catch(complain);
  }

  async refresh() {
    this.take(await get(`/tables/${this.id}`, { token: this.token }));
    this.listeners.changed();
  }

  /** @param {any} move */
  moved(move) {
    const { table } = this;
    if (!table || move.version <= table.version) return;
    table.version = move.version;
    table.position = move.position;
    if (move.clock) table.clock = move.clock;
    table.draw_offer = null;
    table.undo_offer = null;
    table.seats.forEach((seat) => { seat.thinking = false; });
    const { yours } = table.seats[move.position.to_move] ?? { yours: false };
    const playing = table.seats.some((seat) => seat.yours) && !move.position.result;
    const alone = table.seats.every((seat) => seat.yours || seat.kind !== 'human');
    table.can = { move: yours && playing, hint: yours && playing && alone, undo: playing, resign: playing, draw: playing && table.can.draw };
    this.listeners.moved(move);
  }

  /** @param {{ply: number, value: import('./types.js').Value}} evaluation */
  value({ ply, value }) {
    const position = this.table?.position;
    // Whose turn it was is known only for the position that is there; a value that comes later belongs to the past.
    if (position && position.history.length === ply) this.values.set(ply, { value, toMove: position.to_move });
  }

  /** @param {number} seat */
  thinking(seat) {
    if (!this.table) return;
    this.table.seats.forEach((one, index) => { one.thinking = index === seat; });
    this.listeners.changed();
  }

  /** Asks for something at the table. @param {string} what @param {unknown} [body] */
  async ask(what, body = {}) {
    const answer = await post(`/tables/${this.id}/${what}`, body, { token: this.token });
    if (answer?.position && answer.seats) {
      this.take(answer);
      this.listeners.changed();
    }
    return answer;
  }

  /** @param {string} name */
  async join(name) {
    const { token, seat } = await post(`/tables/${this.id}/join`, { name });
    const { table } = this;
    this.mine = { id: this.id, token, seats: [seat], game: table?.game ?? '', title: table?.board.title ?? '', at: Date.now() };
    sitDown(this.mine);
    await this.open();
    this.listeners.changed();
  }
}
