/** The texts of a check in the reader's language. */

import { formatNumber } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import type texts from '#locales/en/check.json';
import type { Finding } from '#proof/difference.ts';
import type { CheckState, StepState } from './report.ts';

export type CheckTexts = typeof texts;
/** Epoch ms as the reader writes it. */
export type TellTime = (at: number) => string;

const whole = (n: number) => formatNumber(n);

/** Returns the count of a step: its progress, or the number of differences. */
export function stepText(texts: CheckTexts, name: string, { done, of, differs, over }: StepState): string {
  if (differs > 0) return differs === 1 ? texts.differingOne : fill(texts.differing, { n: whole(differs) });
  if (of === 0 || name === 'bundle') return '';
  if (name === 'chain') return fill(texts.heads, { n: whole(done) });
  if (over && name !== 'seeds') return whole(done);
  return fill(texts.of, { n: whole(done), of: whole(of) });
}

/** Returns the heading of a finished check. */
export function resultText(
  texts: CheckTexts,
  { end, fills, traders, differing, simulated, season }: CheckState,
): string {
  if (end === 'cannot') return fill(texts.cannot, { number: season });
  const values = { fills: whole(fills), traders: whole(traders), count: whole(differing.length) };
  if (end === 'holds') return fill(simulated ? texts.result : texts.resultForeign, values);
  if (differing.length === 0) return texts.failedOther;
  return fill(differing.length === 1 ? texts.failedOne : texts.failed, values);
}

/** Returns the cells of a difference. */
export function findingTexts(texts: CheckTexts, finding: Finding, tellTime: TellTime): string[] {
  const { place, what, trader, symbol, at, is, should } = finding;
  // prices are exact to the second, heads to the minute
  const seconds = what === 'seen' ? '' : `:${new Date(at ?? 0).toISOString().slice(17, 19)}`;
  const values = { symbol: symbol ?? '', at: at === undefined ? '' : tellTime(at) + seconds };
  return [
    fill(texts.places[place.kind], { id: place.id }),
    trader ?? '',
    fill(texts.what[what], values),
    is ?? '',
    should ?? '',
  ];
}
