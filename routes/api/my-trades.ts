import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/contract/errors.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { closedTrades } from '#db/queries/trades.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/csv.ts';

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

/** The signed-in user's closed trades of a season (the newest unless named) as CSV, newest first. */
export default handle(endpoints.tradesFile, async ({ query, user, services: { sql, seasons } }) => {
  const season = query.season ? await seasonByNumber(sql, query.season) : seasons.current();
  if (!season) throw fail('NOT_FOUND');
  const trades = await closedTrades(sql, user.id, season.id, ALL);
  return csvAnswer(
    `paperpit-trades-season-${season.number}`,
    COLUMNS,
    trades.map((t) => [
      ...[t.opened_at.toISOString(), t.closed_at.toISOString(), t.symbol, t.is_short ? 'short' : 'long'],
      ...[t.quantity, t.entry_price, t.exit_price, t.pnl, t.pnl_percent, t.xp, t.close_reason],
    ]),
  );
});
