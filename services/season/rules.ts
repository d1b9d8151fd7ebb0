/** A season's rules as pages show them and forms have them. */
import type { RulesValues, RulesView } from '#components/season/SeasonRules.tsx';
import type { RulesFacts } from '#components/site/LegalPage.tsx';
import { formatCents, formatDateTime, formatPrize, formatUtc } from '#core/locale/format.ts';
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type Rules, shareLimit } from '#core/trading/season-rules.ts';
import type { Using } from '../services.ts';

/** @param startCash cents */
export function rulesView(rules: Rules, startCash: Cents): RulesView {
  const limit = shareLimit({ rules, startCash });
  return {
    startCash: formatCents(startCash),
    minPrice: rules.minPrice > 0n ? formatCents(rules.minPrice) : null,
    maxShare: limit === null ? null : { percent: rules.maxShare!, limit: formatCents(limit) },
    minHoldMinutes: rules.minHoldMinutes > 0 ? rules.minHoldMinutes : null,
    hideOpen: rules.hideOpen,
  };
}

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
  const { prizePool, nextCompetitionDate, rules: _ } = seasons.details();
  // in UTC and in the time of Israel
  const when = (at: Date | number) =>
    `${formatUtc(at, locale)} · ${formatDateTime(at, { locale, zone: DEFAULT_ZONE })} (${DEFAULT_ZONE})`;
  const start = season.startedAt ?? startsAt;
  const end = season.endedAt ?? endsAt;
  return {
    number: season.number,
    facts: [
      { name: 'prize', value: formatPrize(prizePool) },
      { name: 'starts', value: start === null ? nextCompetitionDate : when(start) },
      { name: 'ends', value: end === null ? t('legal:rules.noDate') : when(end) },
    ],
  };
}
