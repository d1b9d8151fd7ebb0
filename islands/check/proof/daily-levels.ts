/** What the log price of every company was at every close: steps 6 and 10 of docs/rules/15-tape.md. */
import { Factor, type FactorWorld, type Reign, type Traits } from './factor.ts';
import type { Keystream } from './keystream.ts';
import { ANCHOR, DAY, FIRST, hoursOf, MINUTE, type SessionHours } from './sessions.ts';

const MARKET: Traits = {
  name: 'market',
  sigma: 0.006,
  drift: 0.0002,
  jumpMean: -0.025,
  jumpDeviation: 0.014,
};

/** Ticker, sector, beta, price, shares outstanding, shares a day, vol. */
export type CatalogueRow = [string, string, number, number, number, number, number];
/** A key stream and when it takes over, epoch ms; the first from the beginning. */
export type KeyFrom = { from: number; key: Keystream };
/** A factor a company follows, and how much. */
export type Pull = { weight: number; factor: Factor };
/** Shares of the moves that happen: of those a company has in common with others, and of its own. */
type Strides = { shared: number; own: number };

function stridesAt(distance: number): Strides {
  const part = (room: number) => Math.max(0.02, Math.min(1, (1.5 - Math.abs(distance)) / room));
  return { shared: part(0.4), own: part(0.8) };
}

export class DailyLevels {
  readonly #version: number;
  readonly #keys: readonly KeyFrom[];
  readonly #world: FactorWorld;
  readonly #market: Factor;
  readonly #factors = new Map<string, Factor>();
  readonly #distances = new Map<string, number[]>();
  /** Of the tape without seeds, and the day they begin; null where that is not before the anchor. */
  readonly #past: { levels: DailyLevels; day: number } | null;
  readonly #known = new Map<string, Pull[]>();
  readonly #catalogue: ReadonlyMap<string, CatalogueRow>;

  constructor(
    version: number,
    kind: string,
    keys: readonly KeyFrom[],
    catalogue: ReadonlyMap<string, CatalogueRow>,
  ) {
    this.#version = version;
    this.#keys = keys;
    this.#catalogue = catalogue;
    const isUs = kind === 'us';
    this.#world = {
      night: { isUs, v: isUs ? 0.25 : 0, q: isUs ? 0.7 : 0 },
      hours: (day) => hoursOf(kind, day),
      reigns: (hours) => this.#reigns(hours),
      leader: (i) => this.#market.regime(i),
    };
    this.#market = new Factor(MARKET, { ...this.#world, leader: () => null });
    const day = keys[1] ? Math.floor(keys[1].from / DAY) : ANCHOR;
    this.#past =
      day < ANCHOR ? { levels: new DailyLevels(version, kind, keys.slice(0, 1), catalogue), day } : null;
  }

  keyAt = (ms: number): Keystream => this.#keys.findLast(({ from }) => from <= ms)!.key;

  /** The log price at the close before a day. */
  before(symbol: string, day: number): number {
    return Math.log(this.#catalogue.get(symbol)![3]) + this.#distance(symbol, day);
  }

  #reigns({ opens, minutes }: SessionHours): Reign[] {
    const later = this.#keys.map(({ from, key }) => ({ start: (from - opens) / MINUTE, key }));
    return [
      { start: 0, key: this.keyAt(opens) },
      ...later.filter(({ start }) => start > 0 && start < minutes),
    ];
  }

  #factor(traits: Traits): Factor {
    let factor = this.#factors.get(traits.name);
    if (!factor) {
      factor = new Factor(traits, this.#world);
      this.#factors.set(traits.name, factor);
    }
    return factor;
  }

  pulls(symbol: string): Pull[] {
    const pulls = this.#known.get(symbol) ?? this.#findPulls(symbol);
    this.#known.set(symbol, pulls);
    return pulls;
  }

  #findPulls(symbol: string): Pull[] {
    const [, sector, beta, , , , vol] = this.#catalogue.get(symbol)!;
    const j = Math.min(1.5, vol / 1.2);
    const company = {
      name: symbol,
      sigma: vol / 100,
      drift: 0,
      jumpMean: -0.003 * j,
      jumpDeviation: 0.035 * j,
    };
    const shared = {
      name: `sector ${sector}`,
      sigma: 0.0035,
      drift: 0,
      jumpMean: -0.003,
      jumpDeviation: 0.012,
    };
    return [
      { weight: beta, factor: this.#market },
      ...(sector === 'Index Funds' ? [] : [{ weight: 1, factor: this.#factor(shared) }]),
      { weight: 1, factor: this.#factor(company) },
    ];
  }

  #moves(symbol: string, { shared, own }: Strides, day: number): number {
    const all = this.pulls(symbol);
    return all.reduce((sum, { weight, factor }, i) => {
      const part = i === all.length - 1 ? own : shared;
      return sum + part * weight * (factor.level(day + 1) - factor.level(day));
    }, 0);
  }

  /** Whether a day's log prices are reduced by what prices would grow by on average. */
  isReduced(day: number): boolean {
    return this.#version > 3 && (this.#past ? day > this.#past.day : day >= ANCHOR);
  }

  /** By how much a whole day's log move is. */
  #reduction(symbol: string, { shared, own }: Strides, day: number): number {
    if (!this.isReduced(day) || !this.#world.hours(day)) return 0;
    const all = this.pulls(symbol);
    return all.reduce((sum, { weight, factor }, i) => {
      const part = i === all.length - 1 ? own : shared;
      return sum + factor.growth(part * weight, factor.expected(day));
    }, 0);
  }

  /** Of the log price at the previous close from the catalogue's. */
  #distance(symbol: string, day: number): number {
    let all = this.#distances.get(symbol);
    if (!all) {
      all = this.#firstDistances(symbol);
      this.#distances.set(symbol, all);
    }
    for (let d = FIRST + all.length - 1; d < day; d++) {
      const strides = this.strides(symbol, d);
      all.push(all.at(-1)! + this.#moves(symbol, strides, d) - this.#reduction(symbol, strides, d));
    }
    return all[day - FIRST]!;
  }

  /** Up to the anchor, or to the day the seeds begin. */
  #firstDistances(symbol: string): number[] {
    const past = this.#past;
    if (past)
      return Array.from({ length: past.day - FIRST + 1 }, (_, i) => past.levels.#distance(symbol, FIRST + i));
    const back = [0];
    for (let d = ANCHOR - 1; d >= FIRST; d--) {
      const after = back.at(-1)!;
      back.push(after - this.#moves(symbol, this.#stridesBack(symbol, d, after), d));
    }
    return back.reverse();
  }

  strides(symbol: string, day: number): Strides {
    const past = this.#past;
    if (past && day <= past.day) return past.levels.strides(symbol, day);
    if (past || day >= ANCHOR) return stridesAt(this.#distance(symbol, day));
    return this.#stridesBack(symbol, day, this.#distance(symbol, day + 1));
  }

  /** Of a day before the anchor that ends at a distance. */
  #stridesBack(symbol: string, day: number, end: number): Strides {
    const whole = { shared: 1, own: 1 };
    return this.#moves(symbol, whole, day) * end < 0 ? stridesAt(end) : whole;
  }
}
