import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/contract/errors.ts';
import type { SeasonChoice } from '#core/contract/schemas/rankings.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { closedTrades } from '#db/queries/trades.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/csv.ts';
import type { Services } from '#services/services.ts';

const COLUMNS = [
  ...[
    'opened_at',
    'closed_at',
    'symbol',
    'side',
    'quantity',
    'entry_price',
    'exit_price',
    'pnl',
    'pnl_percent',
  ],
  ...['xp', 'reason'],
];
const ALL = 2_147_483_647;

/** The signed-in user's closed trades of a season (the newest unless named) or of all as CSV, newest first. */
export default handle(endpoints.tradesFile, async ({ query, user, services }) => {
  const { name, trades } = await read(services, user.id, query.season);
  return csvAnswer(
    `paperpit-trades-${name}`,
    COLUMNS,
    trades.map((t) => [
      ...[t.opened_at.toISOString(), t.closed_at.toISOString(), t.symbol, t.is_short ? 'short' : 'long'],
      ...[t.quantity, t.entry_price, t.exit_price, t.pnl, t.pnl_percent, t.xp, t.close_reason],
    ]),
  );
});

async function read({ sql, seasons, reads }: Services, userId: number, choice: SeasonChoice | undefined) {
  if (choice === 'all') return { name: 'all-seasons', trades: await closedTrades(sql, userId, 'all', ALL) };
  const season = choice ? await seasonByNumber(sql, choice) : seasons.current();
  if (!season) throw fail('NOT_FOUND');
  const trades = await reads.ofSeason(season, (from) => closedTrades(from, userId, season.id, ALL));
  return { name: `season-${season.number}`, trades };
}
