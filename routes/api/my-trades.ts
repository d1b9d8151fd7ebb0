import { endpoints } from '#core/contract/endpoints.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';
import { fail } from '#core/refusals/refusals.ts';
import { inBatches } from '#db/batches.ts';
import type { Sql } from '#db/client.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { type ClosedTrade, closedTrades, type TradeSeasons } from '#db/queries/trading/trades.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import type { Services } from '#services/services.ts';

const COLUMNS = [
  'opened_at',
  'closed_at',
  'symbol',
  'side',
  'quantity',
  'entry_price',
  'exit_price',
  'pnl',
  'pnl_percent',
  'xp',
  'reason',
];
const BATCH = 1_000;

/** The signed-in user's closed trades as CSV, newest first: of the newest season, of the named one, or of all. */
export default handle(endpoints.tradesFile, async ({ query, user, services }) => {
  const { name, batches } = await read(services, user.id, query.season);
  return await csvAnswer(`paperpit-trades-${name}`, COLUMNS, rowsOf(batches));
});

async function read(
  { sql, seasons, reads }: Pick<Services, 'sql' | 'seasons' | 'reads'>,
  userId: number,
  choice: SeasonChoice | undefined,
) {
  const readIn = (from: Sql, meant: TradeSeasons, last: ClosedTrade | null) =>
    closedTrades(from, userId, meant, BATCH, { before: last?.id });
  if (choice === 'all')
    return {
      name: 'all-seasons',
      batches: inBatches<ClosedTrade>(BATCH, (last) => readIn(sql, 'all', last)),
    };
  const season = choice ? await seasonByNumber(sql, choice) : seasons.current();
  if (!season) throw fail('NOT_FOUND');
  const batches = inBatches<ClosedTrade>(BATCH, (last) =>
    reads.ofSeason(season, (from) => readIn(from, season.id, last)),
  );
  return { name: `season-${season.number}`, batches };
}

async function* rowsOf(batches: AsyncGenerator<readonly ClosedTrade[]>) {
  for await (const trades of batches)
    yield trades.map((trade) => [
      trade.opened_at.toISOString(),
      trade.closed_at.toISOString(),
      trade.symbol,
      trade.is_short ? 'short' : 'long',
      trade.quantity,
      trade.entry_price,
      trade.exit_price,
      trade.pnl,
      trade.pnl_percent,
      trade.xp,
      trade.close_reason,
    ]);
}
