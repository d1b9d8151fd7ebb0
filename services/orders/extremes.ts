/** Of the past prices of a symbol the highest and the lowest since any moment: what later ones went beyond is forgotten. */
import type { PriceE4 } from '#core/money/units.ts';

/** A price of the past. `at`: epoch ms of the market's clock */
export type PastPrice = { at: number; price: PriceE4 };

export class Extremes {
  /** Each is higher than all after it. */
  readonly #highs: PastPrice[] = [];
  /** Each is lower than all after it. */
  readonly #lows: PastPrice[] = [];

  /** Later than all that were taken in before. */
  add(seen: PastPrice): void {
    while (this.#highs.length > 0 && this.#highs.at(-1)!.price <= seen.price) this.#highs.pop();
    while (this.#lows.length > 0 && this.#lows.at(-1)!.price >= seen.price) this.#lows.pop();
    this.#highs.push(seen);
    this.#lows.push(seen);
  }

  /** Stored prices later than `ms`, oldest first; the highest and the lowest are always among them. */
  after(ms: number): PastPrice[] {
    const all = new Map([...this.#highs, ...this.#lows].map((seen) => [seen.at, seen]));
    return [...all.values()].filter(({ at }) => at > ms).sort((a, b) => a.at - b.at);
  }
}
