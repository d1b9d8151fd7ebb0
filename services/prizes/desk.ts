/** The admins' view of a season's prizes: awards, doubts about the winners, and the decisions so far. */
import {
  type Evidence,
  type SeasonAward,
  seasonAwards,
  seasonDecisions,
  winnerEvidence,
} from '#db/queries/season/awards.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Translate } from '#framework/page.tsx';
import type { Services } from '../services.ts';

type DeskAward = SeasonAward & Evidence;

/** Reads the awards of a finished season by place, and its decisions, oldest first. */
export async function readPrizeDesk({ sql }: Pick<Services, 'sql'>, season: SeasonRow) {
  const awards = await seasonAwards(sql, season.id);
  const ids = awards.map(({ userId }) => userId);
  const [evidence, decisions] = await Promise.all([
    winnerEvidence(sql, season, ids),
    seasonDecisions(sql, season.id),
  ]);
  const deskAwards = awards.map((award): DeskAward => ({ ...award, ...evidence.get(award.userId)! }));
  return { awards: deskAwards, decisions };
}

/** A winner with fewer trades than this gets a doubt, unless the season sets a minimum number of trades. */
const FEW_TRADES = 5;
/** Most pairs of each kind that the doubts take into account, the most suspicious first. */
const MOST_PAIRS = 100;

type Doubt = { text: string; people: readonly string[] };
/** The accounts that mirrored an account's trades, by name. */
type Mirrors = ReadonlyMap<string, readonly string[]>;

/** Reads which accounts mirrored each other's trades, or gained and lost on opposite days, in the last 30 days. */
export async function readMirrors({
  marks,
  oppositeDays,
}: Pick<Services, 'marks' | 'oppositeDays'>): Promise<Mirrors> {
  const part = { offset: 0, limit: MOST_PAIRS };
  const [opposite, alike, days] = await Promise.all([
    marks.mirrors(part, false),
    marks.mirrors(part, true),
    oppositeDays.list(),
  ]);
  const mirrors = new Map<string, string[]>();
  for (const [one, other] of [...opposite.rows, ...alike.rows, ...days].map(({ names }) => names))
    for (const [name, partner] of [
      [one!, other!],
      [other!, one!],
    ] as const) {
      const partners = mirrors.get(name) ?? [];
      if (!partners.includes(partner)) mirrors.set(name, [...partners, partner]);
    }
  return mirrors;
}

export function doubtsOf(
  award: DeskAward,
  { leastTrades }: Pick<SeasonRow, 'leastTrades'>,
  mirrors: Mirrors,
  t: Translate,
): Doubt[] {
  const { username, openReports, sameBrowser, isYounger, trades } = award;
  const partners = mirrors.get(username) ?? [];
  const doubts = [
    openReports > 0 && { text: t('prizes:doubt.reports', { count: openReports }), people: [] },
    sameBrowser.length > 0 && { text: t('prizes:doubt.browser'), people: sameBrowser },
    partners.length > 0 && { text: t('prizes:doubt.mirrors'), people: partners },
    isYounger && { text: t('prizes:doubt.younger'), people: [] },
    leastTrades === 0 &&
      trades < FEW_TRADES && { text: t('prizes:doubt.trades', { count: trades }), people: [] },
  ];
  return doubts.filter((doubt) => doubt !== false);
}
