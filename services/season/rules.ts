/** A season's rules as pages show them and forms have them. */
import type { RulesValues, RulesView } from '#components/season/SeasonRules.tsx';
import type { RulesFacts } from '#components/site/LegalPage.tsx';
import {
  formatCents,
  formatDateTime,
  formatDollars,
  formatNumber,
  formatPrize,
  formatUtc,
} from '#core/locale/format.ts';
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { figureInSentence, nameInSentence } from '#core/locale/sentence.ts';
import { plainDecimal, readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type PrizeSplit, prizesOf } from '#core/season/prizes.ts';
import { type Rules, shareLimit } from '#core/trading/season-rules.ts';
import type { Using } from '../services.ts';
import { nextStartOrNull } from './next-start.ts';

type Played = { rules: Rules; prizePool: string; prizeSplit: PrizeSplit; reviewHours: number };

/** @param startCash cents */
export function rulesView(
  { rules, prizePool, prizeSplit, reviewHours }: Played,
  startCash: Cents,
): RulesView {
  const limit = shareLimit({ rules, startCash });
  return {
    startCash: formatDollars(startCash),
    prizes: prizesView({ prizePool, prizeSplit }),
    reviewHours,
    minPrice: rules.minPrice > 0n ? formatCents(rules.minPrice) : null,
    maxShare: limit === null ? null : { percent: rules.maxShare!, limit: formatDollars(limit) },
    minHoldMinutes: rules.minHoldMinutes > 0 ? rules.minHoldMinutes : null,
    hideOpen: rules.hideOpen,
  };
}

/** Returns the places that win and what each wins, the first place first. */
export const prizesView = ({
  prizePool,
  prizeSplit,
}: Pick<Played, 'prizePool' | 'prizeSplit'>): RulesView['prizes'] =>
  prizesOf(readCents(prizePool), prizeSplit).map((amount, i) => ({
    place: formatNumber(i + 1),
    amount: formatPrize(plainDecimal(amount, 2)),
  }));

export const rulesValues = (rules: Rules): RulesValues => ({
  minPrice: rules.minPrice > 0n ? writeCents(rules.minPrice) : '',
  maxShare: String(rules.maxShare ?? ''),
  minHoldMinutes: String(rules.minHoldMinutes || ''),
  hideOpen: String(rules.hideOpen),
});

/** Returns prize, start and end of the newest season; null before the first one. */
export function seasonFacts({ services, locale, t }: Using<'seasons'>): RulesFacts | null {
  const { seasons } = services;
  const season = seasons.current();
  if (!season) return null;
  const { startsAt, endsAt } = seasons.schedule();
  const { prizePool } = seasons.details();
  const israel = { locale, zone: DEFAULT_ZONE };
  // each time keeps its own order of words in a Hebrew sentence
  const when = (at: Date | number) => {
    const [utc, local] = [formatUtc(at, locale), formatDateTime(at, israel)].map(nameInSentence);
    return `${utc} · ${local} ${figureInSentence(`(${DEFAULT_ZONE})`)}`;
  };
  const start = season.startedAt ?? startsAt;
  const end = season.endedAt ?? endsAt;
  return {
    number: season.number,
    facts: [
      { name: 'prize', value: formatPrize(prizePool) },
      {
        name: 'starts',
        value: start === null ? (nextStartOrNull({ seasons }, israel) ?? t('home:dateSoon')) : when(start),
      },
      { name: 'ends', value: end === null ? t('legal:rules.noDate') : when(end) },
    ],
  };
}
