import { endpoints } from '#core/contract/endpoints.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';
import { fail } from '#core/refusals/refusals.ts';
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

type Reader = (from: Sql, before: bigint | null) => Promise<ClosedTrade[]>;

async function read(
  { sql, seasons, reads }: Pick<Services, 'sql' | 'seasons' | 'reads'>,
  userId: number,
  choice: SeasonChoice | undefined,
) {
  const reader =
    (meant: TradeSeasons): Reader =>
    (from, before) =>
      closedTrades(from, userId, meant, BATCH, { before });
  if (choice === 'all') {
    const readAll = reader('all');
    return { name: 'all-seasons', batches: batchesOf((before) => readAll(sql, before)) };
  }
  const season = choice ? await seasonByNumber(sql, choice) : seasons.current();
  if (!season) throw fail('NOT_FOUND');
  const readSeason = reader(season.id);
  const batches = batchesOf((before) => reads.ofSeason(season, (from) => readSeason(from, before)));
  return { name: `season-${season.number}`, batches };
}

async function* batchesOf(readBefore: (before: bigint | null) => Promise<ClosedTrade[]>) {
  for (let oldestId: bigint | null = null; ; ) {
    const trades: ClosedTrade[] = await readBefore(oldestId);
    if (trades.length > 0) yield trades;
    if (trades.length < BATCH) return;
    oldestId = trades.at(-1)!.id;
  }
}

async function* rowsOf(batches: AsyncGenerator<ClosedTrade[]>) {
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
