/** Lets members enter a private game, and cancels the orders of members who leave. */
import type { SessionUser } from '#core/account/visitor.ts';
import { leaguePhase } from '#core/leagues/leagues.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { LeagueGame } from '#core/season/game.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { lockAccount } from '#db/queries/leagues/games.ts';
import { findLeague, type League, type OwnGame } from '#db/queries/leagues/leagues.ts';
import { findMember } from '#db/queries/leagues/members.ts';
import type { Market } from '#market/market.ts';
import type { OrderAdjustments } from '../orders/adjust-orders.ts';
import type { Clock } from '../platform/clock.ts';
import { enterSeason } from '../season/entry.ts';
import { viewAccount } from '../trading/portfolio.ts';
import type { Trading } from '../trading/trading.ts';

export type PlayDeps = {
  sql: Sql;
  clock: Clock;
  market: Pick<Market, 'quotes' | 'capabilities' | 'now'>;
  trading: Pick<Trading, 'forceCovers'>;
};

type PlayedGame = Pick<OwnGame, 'rules' | 'startCash'> & {
  name: string;
  needsReason: boolean;
  isOpen: boolean;
};

/**
 * Opens a member's account in a running game, and covers its shorts when the margin demands it. A game that is over
 * opens no account.
 * @throws NOT_FOUND for non-members, for a league over a season, and before the start
 */
export async function playGame(
  { sql, clock, market, trading }: PlayDeps,
  user: SessionUser,
  id: LeagueGame,
): Promise<PlayedGame> {
  const [league, member] = await Promise.all([findLeague(sql, id), findMember(sql, id, user.id)]);
  const { game } = league ?? {};
  const phase = league && leaguePhase(league, null);
  if (!league || !game || phase === 'before' || member?.state !== 'in') throw fail('NOT_FOUND');
  const isOpen = phase === 'running' && !league.archivedAt && game.endsAt.getTime() > clock.now();
  if (isOpen) {
    const view = await viewAccount({ sql, market }, user.id, id);
    if (!view) await enterSeason(sql, { ...user, game: id }, clock.now());
    else if (view.margin === 'call') await trading.forceCovers([user.id], id);
  }
  const { rules, startCash } = game;
  const { name, needsReason } = league;
  return { name, needsReason, rules, startCash, isOpen };
}

/** Fills the due orders of a member who leaves, and cancels the others. Positions stay. */
export async function stopPlaying(
  onLeave: OrderAdjustments['stopTrader'],
  tx: Transaction,
  { game }: Pick<League, 'game'>,
  userId: number,
): Promise<void> {
  if (!game) return;
  await lockAccount(tx, game.seasonId, userId);
  await onLeave(tx, game.seasonId, userId);
}
