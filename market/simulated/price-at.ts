/** Prices re-derived from the seeds alone, for whoever wants to check a fill. */
import type { SeedPeriod } from '../market.ts';
import { tenthsText } from '../price.ts';
import { Tape, type TapeOptions } from './tape.ts';

const tapes = new WeakMap<readonly SeedPeriod[], Map<string, Tape>>();

/**
 * The price of `symbol` at `ms`: what a fill at a quote of that moment paid.
 * @param ms epoch ms @param seedPeriods all seed periods up to that moment; pass the same array for many calls
 * @returns decimal string and the time of the trade that made it; null for an unknown symbol or before the tape
 */
export function priceAt(
  symbol: string,
  ms: number,
  seedPeriods: readonly SeedPeriod[],
  options: Omit<TapeOptions, 'seedPeriods'> = {},
): { price: string; asOfMs: number } | null {
  const { hours = 'always', history } = options;
  const id = `${hours} ${history ? Buffer.from(history).toString('hex') : ''}`;
  const known = tapes.get(seedPeriods) ?? new Map<string, Tape>();
  tapes.set(seedPeriods, known);
  const tape = known.get(id) ?? new Tape({ ...options, seedPeriods });
  known.set(id, tape);
  const tick = tape.has(symbol) ? tape.tickAt(symbol, ms) : null;
  return tick && { price: tenthsText(tick.price), asOfMs: tick.atMs };
}
