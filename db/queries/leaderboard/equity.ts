/** The data of equity curves: an account's fills, and price samples of its symbols. */
import type { DividendEvent, PriceSample, RenameEvent, SplitEvent } from '#core/leaderboard/equity.ts';
import { readCents, readPrice, readQuantity, writePrice } from '#core/money/money.ts';
import type { AuditFill } from '#core/trading/audit.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import { inBatches } from '../../batches.ts';
import { one, type Queryable } from '../../client.ts';

/** Samples the newest price of each symbol, if it differs from the last sample. */
export async function sampleMarks(
  sql: Queryable,
  seasonId: number,
  symbols: readonly string[],
  sampledAt: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  await sql`
    insert into mark_samples (season_id, symbol, at, price)
    select ${seasonId}, m.symbol, ${sampledAt}, m.price from marks m
    where m.symbol = any(${symbols as string[]}) and m.price is distinct from (
      select s.price from mark_samples s where s.season_id = ${seasonId} and s.symbol = m.symbol
      order by s.at desc limit 1)
    on conflict do nothing`;
}

export async function addSamples(
  sql: Queryable,
  seasonId: number,
  samples: readonly PriceSample[],
): Promise<void> {
  await sql`
    insert into mark_samples (season_id, symbol, at, price)
    select ${seasonId}, s.symbol, s.at, s.price from unnest(
      ${samples.map((s) => s.symbol)}::text[], ${samples.map((s) => new Date(s.at).toISOString())}::timestamptz[],
      ${samples.map((s) => writePrice(s.price))}::numeric[]) s (symbol, at, price)
    on conflict do nothing`;
}

const BATCH = 2_000;

type RawFill = {
  id: bigint;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  cash: string;
  reason: CloseReason | null;
  at: Date;
};

/** Yields the fills of a user in a season with ids above `afterFill` in batches, by id. */
export async function* eachFill(
  sql: Queryable,
  seasonId: number,
  userId: number,
  afterFill = 0n,
): AsyncGenerator<AuditFill[]> {
  const read = async (last: RawFill | null) =>
    await sql<RawFill[]>`
      select id, symbol, action, quantity, price, cash_delta as cash, reason, filled_at as at from fills
      where user_id = ${userId} and season_id = ${seasonId} and id > ${last?.id ?? afterFill} order by id limit ${BATCH}`;
  for await (const rows of inBatches(BATCH, read))
    yield rows.map((f) => ({
      symbol: f.symbol,
      action: f.action,
      reason: f.reason ?? 'order',
      at: f.at.getTime(),
      quantity: readQuantity(f.quantity),
      price: readPrice(f.price),
      cash: readCents(f.cash),
    }));
}

/**
 * Returns when an account last received the start cash, and the id of its last fill before then (0 for none). Null
 * without an account.
 */
export async function lastGrant(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<{ at: Date; afterFill: bigint } | null> {
  const [row] = await sql<{ at: Date; afterFill: bigint }[]>`
    select g.at, coalesce((select max(substr(f.ref, 6)::bigint) from ledger f
      where f.user_id = g.user_id and f.currency = 'USD' and f.season_id = g.season_id and f.id < g.id and f.ref like 'fill:%'), 0)
      as "afterFill"
    from ledger g where g.user_id = ${userId} and g.currency = 'USD' and g.season_id = ${seasonId} and g.kind = 'season_grant'
    order by g.id desc limit 1`;
  return row ?? null;
}

/** The events of an account, oldest first. Decimals and times are JSON texts. */
type Events = {
  symbols: string[] | null;
  since: Date | null;
  renames: (Omit<RenameEvent, 'at'> & { at: string })[];
  splits: (Omit<SplitEvent, 'since' | 'effectiveAt' | 'appliedAt'> &
    Record<'since' | 'effectiveAt' | 'appliedAt', string>)[];
  dividends: (Pick<DividendEvent, 'after'> & Record<'at' | 'cash', string>)[];
};

/**
 * Returns the splits and dividends of a user's positions in a season, the season's renames, and the price samples of
 * the symbols since the first fill.
 * @param options.afterFill considers only fills with a higher id @param options.sampledIn the season whose samples
 * are used
 */
export async function equityPrices(
  sql: Queryable,
  seasonId: number,
  userId: number,
  { afterFill = 0n, sampledIn = seasonId }: { afterFill?: bigint; sampledIn?: number } = {},
): Promise<{
  samples: PriceSample[];
  splits: SplitEvent[];
  dividends: DividendEvent[];
  renames: RenameEvent[];
}> {
  const mine = (id: string) =>
    sql`user_id = ${userId} and season_id = ${seasonId} and ${sql(id)} > ${afterFill}`;
  const fillsBefore = (condition: ReturnType<typeof mine>) =>
    sql`(select count(*) from fills f where ${mine('id')} and ${condition})::integer as after`;
  const { symbols, since, renames, splits, dividends } = one(
    await sql<Events[]>`
      select array_agg(distinct symbol) as symbols, min(filled_at) as since,
        coalesce((select json_agg(r) from (
          select symbol, new_symbol as "newSymbol", at, ${fillsBefore(sql`f.id < c.first_fill`)}
          from symbol_changes c where season_id = ${seasonId} and new_symbol is not null order by id) r), '[]') as renames,
        coalesce((select json_agg(r) from (
          select s.symbol, s.numerator, s.denominator, p.quantity_since::text as since, s.effective_at as "effectiveAt",
            p.applied_at as "appliedAt", ${fillsBefore(sql`f.id <= p.after_fill`)}
          from position_splits p join splits s using (symbol, split_date) where ${mine('after_fill')} order by p.id) r), '[]') as splits,
        coalesce((select json_agg(r) from (
          select d.applied_at as at, p.amount::text as cash, ${fillsBefore(sql`f.id <= p.after_fill`)}
          from position_dividends p join dividends d using (season_id, symbol, ex_date)
          where ${mine('after_fill')} order by p.id) r), '[]') as dividends
      from fills where ${mine('id')}`,
  );
  if (!symbols || !since) return { samples: [], splits: [], dividends: [], renames: [] };
  const samples = await sql<{ at: Date; symbol: string; price: string }[]>`
    select at, symbol, price from mark_samples
    where season_id = ${sampledIn} and symbol = any(${[...symbols, ...renames.map(({ newSymbol }) => newSymbol)]})
      and at >= ${since} order by at`;
  return {
    renames: renames.map(({ at, ...rename }) => ({ ...rename, at: Date.parse(at) })),
    dividends: dividends.map(({ after, at, cash }) => ({ after, at: Date.parse(at), cash: readCents(cash) })),
    splits: splits.map(({ since, effectiveAt, appliedAt, ...split }) => ({
      ...split,
      since: readQuantity(since),
      effectiveAt: Date.parse(effectiveAt),
      appliedAt: Date.parse(appliedAt),
    })),
    samples: samples.map((s) => ({ at: s.at.getTime(), symbol: s.symbol, price: readPrice(s.price) })),
  };
}
