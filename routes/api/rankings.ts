import { pictureOf } from '#components/items/picture.ts';
import { MESSAGES } from '#core/messages.ts';
import { toNumber, writeCents } from '#core/money.ts';
import { RankingsQuery, type WireRanking } from '#core/wire/rankings.ts';
import { api } from '#server/define.ts';

/** A page of the newest ranking; where it stands in the whole is in the headers. */
export default api((app) =>
  app.get(
    '',
    async ({ query, services, reply }) => {
      const { rows, page, limit, state } = await services.standings.page(query.page, query.limit);
      const entries: WireRanking[] = rows.map((row) => ({
        userId: row.userId,
        username: row.username,
        balance: writeCents(row.cash),
        rankName: row.rank,
        totalValue: toNumber(row.equity, 2),
        activeLogo: pictureOf(row.logo),
        place: row.place,
      }));
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
    { access: 'member', form: { failure: MESSAGES.leaderboardFailed.message }, query: RankingsQuery },
  ),
);
