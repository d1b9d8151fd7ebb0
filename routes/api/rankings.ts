import { pictureOf } from '#components/shop/hrefs.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import type { WireLeaderboardRow } from '#core/contract/leaderboard.ts';
import { CENT_DIGITS, toNumber, writeCents } from '#core/money/money.ts';
import { handle } from '#framework/endpoint.ts';

/**
 * A page of the newest leaderboard, as the reader may see it. Headers have the page, the limit, the totals and the
 * number of the ranking pass.
 */
export default handle(
  endpoints.rankings,
  { failure: 'messages:leaderboardFailed' },
  async ({ query, user, services: { leaderboard }, reply }) => {
    const board = leaderboard.seenBy(user);
    const { rows, page, limit, state } = await board.page(query.page, query.limit);
    const ownRow = board.isLate ? await board.mine(user.id) : null;
    // a page past the end is empty, so that a client that reads until an empty page stops
    const isPast = Number.parseInt(String(query.page ?? ''), 10) > page;
    const entries: WireLeaderboardRow[] = (isPast ? [] : rows).map((row) => {
      const { cash, equity } = row.userId === ownRow?.userId ? ownRow : row;
      return {
        userId: row.userId,
        username: row.username,
        balance: board.isLate && row.userId !== user.id ? null : writeCents(cash),
        rankName: row.rank,
        totalValue: toNumber(equity, CENT_DIGITS),
        activeLogo: pictureOf(row.logo),
        place: row.place,
      };
    });
    return reply.ok(entries, {
      headers: {
        'x-page': String(page),
        'x-limit': String(limit),
        'x-total': String(state.traders),
        'x-ranked': String(state.ranked),
        'x-generation': String(state.generation),
      },
    });
  },
);
