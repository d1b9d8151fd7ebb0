/** A season's promises, and the ways to check them, for its pages. */
import type { FairnessView, Provable } from '#components/season/Fairness.tsx';
import { formatUtc } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { rulesOverTime } from '#db/queries/season/seasons.ts';
import type { Season } from '../season/seasons.ts';
import type { Services } from '../services.ts';
import { hasBundle } from './bundle.ts';
import { readHead } from './chain.ts';

export async function fairnessView(
  { sql, seasons, databaseClock }: Pick<Services, 'sql' | 'seasons' | 'databaseClock'>,
  season: Season,
  locale: Locale,
): Promise<FairnessView> {
  const [commitments, rules, chain, isThere] = await Promise.all([
    seasons.commitments(season),
    rulesOverTime(sql, season.id),
    readHead(sql, season),
    hasBundle(sql, season, databaseClock.now()),
  ]);
  const start = season.startedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    number: season.number,
    isOver: season.endedAt !== null,
    provable: provable(season, seasons),
    terms: season.terms,
    rulesChanged: rules.filter(({ at }) => at.getTime() > start).map(({ at }) => formatUtc(at, locale)),
    hasBundle: isThere && chain.seq > 0,
    chain: chain.at === null ? null : { ...chain, at: formatUtc(chain.at, locale) },
    commitments: commitments.map((c) => ({ ...c, from: formatUtc(c.from, locale) })),
  };
}

function provable({ startedAt, terms }: Season, seasons: Services['seasons']): Provable {
  if (startedAt && !terms) return 'unknown';
  const { market, tape } = terms ?? seasons.nextTerms();
  if (market !== 'simulated') return 'foreign';
  return tape ? 'all' : 'changed';
}
