/** The choice of seasons whose trades a reader sees. */
import type { SeasonChoice } from '#core/contract/fields.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { type TradeSeasons, tradedSeasons } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';

/**
 * Returns the id of the chosen season, 0 before the first one, or 'all'.
 * @param choice undefined: the newest
 * @throws NOT_FOUND for a season that does not exist
 */
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

/** The chosen seasons, and the other choices of the selector. */
export type SeasonChoices = {
  /** Undefined for the newest. */
  choice: SeasonChoice | undefined;
  /** Numbers of earlier seasons in which the trader closed a trade, newest first. */
  earlier: number[];
};

/** Returns the chosen seasons, and the other choices. @throws NOT_FOUND */
export async function chooseSeasons(
  services: Pick<Services, 'sql' | 'seasons'>,
  userId: number,
  season: SeasonChoice | undefined,
): Promise<{ chosen: TradeSeasons; choices: SeasonChoices }> {
  const newest = services.seasons.current()?.number;
  const choice = season === newest ? undefined : season;
  const [chosen, traded] = await Promise.all([
    seasonsMeant(services, choice),
    tradedSeasons(services.sql, userId),
  ]);
  return { chosen, choices: { choice, earlier: traded.filter((number) => number !== newest) } };
}
