/** What an equity curve is made from: an account's fills and the sampled prices of what it traded. */
import type { PriceSample, SplitEvent } from '#core/leaderboard/equity.ts';
import { readCents, readPrice, readQuantity, writePrice } from '#core/money/money.ts';
import type { AuditFill } from '#core/trading/audit.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../../client.ts';

/** Keeps the newest prices of the symbols held in the season, where they differ from the sample before. */
export async function sampleMarks(
  sql: Queryable,
  seasonId: number,
  symbols: readonly string[],
  at: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  await sql`
    insert into mark_samples (season_id, symbol, at, price)
    select ${seasonId}, m.symbol, ${at}, m.price from marks m
    where m.symbol = any(${symbols as string[]}) and m.price is distinct from (
      select s.price from mark_samples s where s.season_id = ${seasonId} and s.symbol = m.symbol
      order by s.at desc limit 1)
    on conflict do nothing`;
}

/** Adds prices of the past, as if samples had been taken then. */
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

export type EquitySource = { fills: AuditFill[]; samples: PriceSample[]; splits: SplitEvent[] };

/** Fills of a user in a season, in order, their splits, and the samples of those symbols since the first of them. */
export async function equitySource(sql: Queryable, seasonId: number, userId: number): Promise<EquitySource> {
  const fills = await sql<
    {
      id: bigint;
      symbol: string;
      action: Action;
      quantity: string;
      price: string;
      cash: string;
      reason: CloseReason | null;
      at: Date;
    }[]
  >`
    select id, symbol, action, quantity, price, cash_delta as cash, reason, filled_at as at from fills
    where user_id = ${userId} and season_id = ${seasonId} order by id`;
  const [first] = fills;
  if (!first) return { fills: [], samples: [], splits: [] };
  const symbols = [...new Set(fills.map((fill) => fill.symbol))];
  const samples = await sql<{ at: Date; symbol: string; price: string }[]>`
    select at, symbol, price from mark_samples
    where season_id = ${seasonId} and symbol = any(${symbols}) and at >= ${first.at} order by at`;
  const splits = await sql<
    {
      symbol: string;
      numerator: number;
      denominator: number;
      after: bigint;
      since: string;
      effectiveAt: Date;
      appliedAt: Date;
    }[]
  >`
    select p.symbol, s.numerator, s.denominator, p.after_fill as after, p.quantity_since as since,
      s.effective_at as "effectiveAt", p.applied_at as "appliedAt"
    from position_splits p join splits s on s.symbol = p.symbol and s.split_date = p.split_date
    where p.user_id = ${userId} and p.season_id = ${seasonId} order by p.id`;
  return {
    splits: splits.map(({ after, since, effectiveAt, appliedAt, ...split }) => ({
      ...split,
      after: fills.filter((fill) => fill.id <= after).length,
      since: readQuantity(since),
      effectiveAt: effectiveAt.getTime(),
      appliedAt: appliedAt.getTime(),
    })),
    fills: fills.map((f) => ({
      ...{ symbol: f.symbol, action: f.action, reason: f.reason ?? 'order', at: f.at.getTime() },
      ...{ quantity: readQuantity(f.quantity), price: readPrice(f.price), cash: readCents(f.cash) },
    })),
    samples: samples.map((s) => ({ at: s.at.getTime(), symbol: s.symbol, price: readPrice(s.price) })),
  };
}
