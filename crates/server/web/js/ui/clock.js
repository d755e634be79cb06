import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Below this, tenths are shown and the clock warns. */
const HURRY_MS = 20000;

/** @param {number} ms */
export function timeText(ms) {
  const left = Math.max(0, ms);
  const [minutes, seconds] = [Math.floor(left / 60000), Math.floor(left / 1000) % 60];
  const tenths = left < HURRY_MS ? `.${Math.floor(left / 100) % 10}` : '';
  const hours = minutes >= 60 ? `${Math.floor(minutes / 60)}:` : '';
  return `${hours}${String(minutes % 60).padStart(hours ? 2 : 1, '0')}:${String(seconds).padStart(2, '0')}${tenths}`;
}

/** The clocks of all seats; the one that runs counts from when its state arrived here. */
export class Clocks {
  /** @param {number} seats */
  constructor(seats) {
    this.faces = Array.from({ length: seats }, () => h('time', { class: 'clock', 'aria-label': t('clock') }));
    /** @type {import('../types.js').Clock|null} */
    this.clock = null;
    this.arrived = 0;
  }

  /** @param {import('../types.js').Clock|null} clock */
  set(clock) {
    this.clock = clock;
    this.arrived = performance.now();
    this.tick();
  }

  tick() {
    const { clock } = this;
    this.faces.forEach((face, seat) => {
      face.hidden = !clock;
      if (!clock) return;
      const runs = clock.running === seat;
      const left = clock.left_ms[seat] - (runs ? performance.now() - this.arrived : 0);
      const text = timeText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle('runs', runs);
      face.classList.toggle('hurry', left < HURRY_MS);
    });
  }
}
