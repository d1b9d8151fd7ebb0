/** The positions of a member in a private game, for the people who may read them. */
import type { MemberHolding, MemberPositionsView } from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { type LeaguePhase, leaguePhase } from '#core/leagues/leagues.ts';
import { arePositionsVisible } from '#core/leagues/own-game.ts';
import { changeFigure, formatCents, formatPnlCents, formatQuantity, formatUsd } from '#core/locale/format.ts';
import { writeEntry, writePercent, writeQuantity } from '#core/money/money.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Item } from '#core/trading/portfolio.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import { findMember, type LeagueMember } from '#db/queries/leagues/members.ts';
import type { RequestContext } from '#framework/define.ts';
import type { Services, Using } from '../services.ts';
import { viewAccount } from '../trading/portfolio.ts';

type Reading = {
  league: Pick<League, 'ownerId' | 'game'>;
  /** Null for an admin of the site who is not a member. */
  membership: Pick<LeagueMember, 'isHelper'> | null;
  user: Pick<SessionUser, 'id' | 'isAdmin'>;
  phase: LeaguePhase;
};

/**
 * True when a reader may read all members' positions: by the game's rules, or as owner, helper or admin of the site.
 * False before the start and without a private game.
 */
export function readsPositions({ league, membership, user, phase }: Reading): boolean {
  const { game, ownerId } = league;
  if (!game || phase === 'before') return false;
  const isRunner = user.isAdmin || user.id === ownerId || membership?.isHelper === true;
  return isRunner || arePositionsVisible(game.positionView, phase);
}

export const positionsHref = (id: string, userId: number): string => `/leagues/${id}/members/${userId}`;

function positionRow({ symbol, isShort, quantity, entry, value, pnl, pnlPercent }: Item): MemberHolding {
  return {
    symbol,
    side: isShort ? 'short' : 'long',
    shares: formatQuantity(writeQuantity(quantity)),
    average: formatUsd(writeEntry(entry)),
    value: formatCents(value),
    result:
      pnl === null || pnlPercent === null
        ? null
        : { text: formatPnlCents(pnl), change: changeFigure(writePercent(pnlPercent)) },
  };
}

type Reader = Using<
  'leagues' | 'market' | 'sql',
  Pick<RequestContext, 't'> & { services: Services; user: SessionUser }
>;

/**
 * Returns a member's positions in a private game, valued at the newest prices, or at the last prices once the game is
 * over.
 * @throws NOT_FOUND when the reader may not read them, the member is not in the table, or the league has no game that
 * has started
 */
export async function memberPositions(
  { services, t, user }: Reader,
  id: string,
  userId: number,
): Promise<MemberPositionsView> {
  const { leagues, sql, market } = services;
  const { league, membership } = await leagues.open(id, user);
  const { game, name } = league;
  const phase = leaguePhase(league, null);
  const member = await findMember(sql, id, userId);
  const mayRead = userId === user.id || readsPositions({ league, membership, user, phase });
  const isInTable = member?.joinedAt != null && (member.state === 'in' || member.state === 'left');
  if (!game || phase === 'before' || !member || !isInTable || !mayRead) throw fail('NOT_FOUND');
  const account = await viewAccount({ sql, market }, userId, id as LeagueGame);
  const { equity, cash, items } = account ?? { equity: game.startCash, cash: game.startCash, items: [] };
  return {
    id,
    league: name,
    username: member.username,
    facts: [
      t('leagues:positions.worth', { value: formatCents(equity) }),
      t('leagues:positions.cash', { cash: formatCents(cash) }),
    ],
    change: changeFigure(returnPercent(equity, game.startCash)),
    positions: items.map(positionRow),
  };
}
