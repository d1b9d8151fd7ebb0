/**
 * How far a company's price is from the catalogue's, day by day, as a log. The factors' moves add up to it, and the further
 * away it is, the less of them happens: no price comes to a factor of five, and none is drawn back, for that would tell where
 * it goes. Days before the anchor are gone through backwards, so that the history ends at the catalogue's price; it is public
 * anyway, and what leads back to that price happens whole.
 */
import { ANCHOR_DAY, HISTORY_DAY } from './series.ts';

/** The largest distance, a factor of 4.48, and how far before it moves become smaller: own ones earlier than shared. */
const LIMIT = 1.5;
const SHARED_ROOM = 0.4;
const OWN_ROOM = 0.8;
/** A price out there still moves. */
const LEAST_STRIDE = 0.02;

/** Shares of a day's moves that happen: of the market's and the sector's, and of the company's own. */
export type Strides = { shared: number; own: number };

const WHOLE: Strides = { shared: 1, own: 1 };

export function stridesAt(distance: number): Strides {
  const stride = (room: number) => Math.max(LEAST_STRIDE, Math.min(1, (LIMIT - Math.abs(distance)) / room));
  return { shared: stride(SHARED_ROOM), own: stride(OWN_ROOM) };
}

/** Of a day before the anchor. @param move what it would come to whole @param after the distance it ends at */
const pastStrides = (move: number, after: number): Strides => (move * after < 0 ? stridesAt(after) : WHOLE);

export type DistanceTraits = {
  /** The factors' log moves over a day, 0 without a session. */
  moves: (day: number) => { shared: number; own: number };
  /** What a forward day's log move is reduced by, so that prices are the martingale. */
  growth: (day: number, strides: Strides) => number;
  /** The history, and the day on which the first seed takes over from it; null where that is not before the anchor. */
  history: { distances: Distances; day: number } | null;
};

export class Distances {
  readonly #traits: DistanceTraits;
  /** By the day's index, all up to the last. */
  readonly #distances: number[] = [];

  constructor(traits: DistanceTraits) {
    this.#traits = traits;
    const { history, moves } = traits;
    if (history) {
      for (let day = HISTORY_DAY; day <= history.day; day++)
        this.#distances.push(history.distances.before(day));
      return;
    }
    const backwards = [0];
    for (let day = ANCHOR_DAY - 1; day >= HISTORY_DAY; day--) {
      const after = backwards[ANCHOR_DAY - day - 1]!;
      const { shared, own } = moves(day);
      const strides = pastStrides(shared + own, after);
      backwards.push(after - strides.shared * shared - strides.own * own);
    }
    this.#distances = backwards.reverse();
  }

  /** At the previous close. */
  before(day: number): number {
    const all = this.#distances;
    for (let known = HISTORY_DAY + all.length - 1; known < day; known++) {
      const { shared, own } = this.#traits.moves(known);
      const strides = this.strides(known);
      const growth = this.isForward(known) ? this.#traits.growth(known, strides) : 0;
      all.push(all.at(-1)! + strides.shared * shared + strides.own * own - growth);
    }
    return all[day - HISTORY_DAY]!;
  }

  /** False on the public days before the anchor, and on the one on which a seed takes over from them. */
  isForward(day: number): boolean {
    const { history } = this.#traits;
    return history ? day > history.day : day >= ANCHOR_DAY;
  }

  /** Known before the day's first trade; before the anchor they follow from where the day ends. */
  strides(day: number): Strides {
    const { history } = this.#traits;
    if (this.isForward(day)) return stridesAt(this.before(day));
    if (history) return history.distances.strides(day);
    const { shared, own } = this.#traits.moves(day);
    return pastStrides(shared + own, this.before(day + 1));
  }

  /** Forgets what follows from `day`, which begins as before. */
  forgetFrom(day: number): void {
    this.#distances.length = Math.min(this.#distances.length, day - HISTORY_DAY + 1);
  }
}
