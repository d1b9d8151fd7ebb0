import type { SeasonChoice } from '#core/contract/fields.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { type TradeSeasons, tradedSeasons } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';

/**
 * Returns the id of the chosen season (0 before the first season), or 'all'.
 * @param choice undefined: the newest season @throws NOT_FOUND
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

export type SeasonChoices = {
  /** Undefined for the newest season. */
  choice: SeasonChoice | undefined;
  /** Numbers of earlier seasons in which the trader has closed a trade, newest first. */
  earlier: number[];
};

/** @throws NOT_FOUND */
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
