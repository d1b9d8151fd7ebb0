/** A season's rules for pages and forms. */
import type { PrizePlace, RulesValues, RulesView } from '#components/season/SeasonRules.tsx';
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
import { type Eligibility, type PrizeSplit, prizesOf } from '#core/season/awards.ts';
import type { EntryTerms } from '#core/season/entry.ts';
import { CLAIM_DAYS } from '#core/season/review.ts';
import { joinableSeason } from '#core/season/season.ts';
import { hasDividends } from '#core/season/terms.ts';
import { NO_RULES, RULE_NAMES, type Rules, shareLimit } from '#core/trading/season-rules.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Translate } from '#framework/page.tsx';
import type { Services, Using } from '../services.ts';
import { entryRule, type Reader } from './entry.ts';
import { nextStartOrNull } from './seasons.ts';

type Played = Eligibility &
  EntryTerms & {
    startedAt: Date | null;
    rules: Rules;
    prizePool: string;
    prizeSplit: PrizeSplit;
    reviewHours: number;
    frozenHours: number;
    paysDividends?: boolean;
  };

/** True when shares pay dividends in the running season; if none runs, in the next season. */
export function paysDividends({ market, seasons }: Pick<Services, 'market' | 'seasons'>): boolean {
  const season = seasons.current();
  const isRunning = season?.startedAt && !season.endedAt;
  return (
    market.dividends !== undefined && (!isRunning || hasDividends(season.rulesVersion, season.terms?.market))
  );
}

/** Returns a season's rules as sentences, the same for every page. @param startCash cents */
export function rulesView(
  {
    rules,
    prizePool,
    prizeSplit,
    reviewHours,
    leastTrades,
    leastDays,
    frozenHours,
    paysDividends,
    ...entry
  }: Played,
  startCash: Cents,
  reader: Reader,
): RulesView {
  const { t } = reader;
  const prizes = prizesView({ prizePool, prizeSplit });
  const limits = limitsOf(rules, startCash, t);
  const entryLimit = entryRule(entry, reader);
  return {
    rules: [
      t('competition:ruleStart', { cash: formatDollars(startCash) }),
      t('competition:rulePlaces'),
      ...(prizes.length > 1
        ? [
            t('competition:rulePrizes', {
              prizes: prizes.map((prize) => t('competition:prizeOfPlace', prize)).join(' · '),
            }),
            t('competition:ruleTiesPlaces'),
          ]
        : [t('competition:ruleTies')]),
      reviewHours === 0 ? t('competition:ruleFinal') : t('competition:ruleReview', { count: reviewHours }),
      t('competition:ruleClaim', { days: CLAIM_DAYS }),
      ...(entryLimit === null ? [] : [entryLimit]),
      t('competition:ruleRanked'),
      t('competition:rulePrints'),
      ...(paysDividends ? [t('seasons:ruleDividends')] : []),
      ...(leastTrades > 0 ? [t('seasons:ruleLeastTrades', { count: leastTrades })] : []),
      ...(leastDays > 0 ? [t('seasons:ruleLeastDays', { count: leastDays })] : []),
      ...(frozenHours > 0 ? [t('terms:frozen', { count: frozenHours })] : []),
      ...limits,
    ],
    hasLimits: limits.length > 0,
  };
}

export const rulesOfSeason = (season: SeasonRow, reader: Reader): RulesView =>
  rulesView(
    { ...season, paysDividends: hasDividends(season.rulesVersion, season.terms?.market) },
    readCents(season.startCash),
    reader,
  );

/**
 * Returns the rules of the running or next season. Times are in the contest's zone, because all readers share one
 * copy of /rules.
 */
export function currentRules({ services, ...ctx }: Using<'market' | 'seasons' | 'settings'>): RulesView {
  const { seasons, settings } = services;
  const startedAt = seasons.active() ? seasons.current()!.startedAt : null;
  const terms = { ...seasons.details(), startedAt, paysDividends: paysDividends(services) };
  return rulesView(terms, seasons.joinableStartCash(), { ...ctx, zone: settings.contestZone });
}

export function limitsOf(rules: Rules, startCash: Cents, t: Translate): string[] {
  const price = formatCents(rules.minPrice);
  // only the text of maxShare has {{limit}}
  const limit = formatDollars(shareLimit({ rules, startCash }) ?? startCash);
  return RULE_NAMES.filter((name) => rules[name] !== NO_RULES[name]).map((name) =>
    t(`seasons:${name}Rule`, { count: Number(rules[name]), price, limit }),
  );
}

/** Returns the prize of each winning place, the first place first; also for a practice season. */
export const prizesView = ({
  prizePool,
  prizeSplit,
}: Pick<Played, 'prizePool' | 'prizeSplit'>): PrizePlace[] =>
  prizesOf(readCents(prizePool), prizeSplit).map((amount, i) => ({
    place: formatNumber(i + 1),
    amount: formatPrize(plainDecimal(amount, 2)),
  }));

/** Returns the rules as form values: empty for a rule that is off, unless the rule is a switch. */
export const rulesValues = (rules: Rules): RulesValues =>
  Object.fromEntries(
    RULE_NAMES.map((name) => {
      const value = rules[name];
      if (typeof value !== 'boolean' && value === NO_RULES[name]) return [name, ''];
      return [name, typeof value === 'bigint' ? writeCents(value) : String(value)];
    }),
  ) as RulesValues;

/** Returns prize, start and end of the running or next season; null before the first season. */
export function seasonFacts({ services, locale, t }: Using<'seasons'>): RulesFacts | null {
  const { seasons } = services;
  const newest = seasons.current();
  if (!newest) return null;
  const { startsAt, endsAt } = seasons.schedule();
  const { prizePool } = seasons.details();
  const israel = { locale, zone: DEFAULT_ZONE };
  // isolated: a Hebrew sentence would reorder the parts of a time
  const when = (at: Date | number) => {
    const [utc, local] = [formatUtc(at, locale), formatDateTime(at, israel)].map(nameInSentence);
    return `${utc} · ${local} ${figureInSentence(`(${DEFAULT_ZONE})`)}`;
  };
  const start = seasons.active() ? newest.startedAt : startsAt;
  const number = joinableSeason(newest);
  return {
    number,
    hasPage: number === newest.number,
    facts: [
      { name: 'prize', value: formatPrize(prizePool) },
      {
        name: 'starts',
        value: start === null ? (nextStartOrNull({ seasons }, israel) ?? t('home:dateSoon')) : when(start),
      },
      { name: 'ends', value: endsAt === null ? t('legal:rules.noDate') : when(endsAt) },
    ],
  };
}
