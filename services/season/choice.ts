/** Which seasons a reader asks trades of. */

import type { SeasonChoice } from '#core/contract/fields.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { type TradeSeasons, tradedSeasons } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';

/** The id of the season meant, or all. @param choice undefined: the newest @throws NOT_FOUND where there is none */
export async function seasonsMeant(
  { sql, seasons }: Pick<Services, 'sql' | 'seasons'>,
  choice: SeasonChoice | undefined,
): Promise<TradeSeasons> {
  if (choice === 'all') return 'all';
  const newest = seasons.current();
  if (choice === undefined || choice === newest?.number) return newest?.id ?? 0;
  const season = await seasonByNumber(sql, choice);
  if (!season) throw fail('NOT_FOUND');
  return season.id;
}

/** Which seasons the trades are of that a reader is shown. */
export type SeasonsShown = {
  /** undefined: the newest. */
  choice: SeasonChoice | undefined;
  /** Numbers of those before the newest in which the trader closed something, newest first. */
  earlier: number[];
};

/** The seasons meant, and what else there is to choose. @throws NOT_FOUND */
export async function seasonsShown(
  services: Pick<Services, 'sql' | 'seasons'>,
  userId: number,
  season: SeasonChoice | undefined,
): Promise<{ meant: TradeSeasons; shown: SeasonsShown }> {
  const newest = services.seasons.current()?.number;
  const choice = season === newest ? undefined : season;
  const [meant, traded] = await Promise.all([
    seasonsMeant(services, choice),
    tradedSeasons(services.sql, userId),
  ]);
  return { meant, shown: { choice, earlier: traded.filter((number) => number !== newest) } };
}
