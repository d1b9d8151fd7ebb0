/** Proves a season from what is public about it: each fill's price from the tape's seeds, each standing from the fills. */
import { readCents, readMicro, readPrice, writeCents } from '#core/money.ts';
import { rankOf } from '#core/ranks.ts';
import { beginReplay, type Replayed, replayedEquity, replayFill } from '#core/replay.ts';
import type { Sql } from '#db/client.ts';
import { type Result, resultRows, seasonMarks } from '#db/queries/results.ts';
import { type SeasonRow, seasonByNumber, tapeEpochs } from '#db/queries/seasons.ts';
import { type FillRow, lastTrades, seasonFills } from '#db/queries/verify.ts';
import { historySeed } from '#market/simulated/random.ts';
import { Tape } from '#market/simulated/tape.ts';
import type { Settings } from './settings.ts';

export type Verified = {
  /** Fills whose price was derived from a seed. */
  prices: number;
  /** Fills at prices of another source, which no seed can prove. */
  foreign: number;
  standings: number;
};

/** The first row that is not what it should be, as a sentence. */
export class SeasonDiffersError extends Error {
  override name = 'SeasonDiffersError';
}

const BATCH = 5_000;

/** @throws SeasonDiffersError, or an Error with a sentence when there is no such season */
export async function verifySeason(
  { sql, settings }: { sql: Sql; settings: Pick<Settings, 'marketHours' | 'marketSeed'> },
  number: number,
): Promise<Verified> {
  const season = await seasonByNumber(sql, number);
  if (!season) throw new Error(`There is no season ${number}.`);
  const tape = await openTape(sql, settings);
  const marks = new Map((await seasonMarks(sql, season.id)).map((m) => [m.symbol, readPrice(m.price)]));
  const accounts = new Map<number, Replayed>();
  const done: Verified = { prices: 0, foreign: 0, standings: 0 };
  let after = 0n;
  for (;;) {
    const fills = await seasonFills(sql, season.id, after, BATCH);
    for (const fill of fills) {
      if (fill.reason === 'season_reset') {
        if (marks.has(fill.symbol) && marks.get(fill.symbol) !== readPrice(fill.price))
          throw differs(fill, `was closed at ${fill.price}, not at the season's last price`);
        continue;
      }
      if (fill.source === 'simulated') {
        checkPrice(tape, fill);
        done.prices++;
      } else done.foreign++;
      checkAccount(accounts, season, fill);
    }
    if (fills.length < BATCH) break;
    after = fills.at(-1)!.id;
  }
  if (season.endedAt) done.standings = await checkResults(sql, season, accounts, marks);
  return done;
}

/** @throws SeasonDiffersError when a seed is not the one its hash was published of */
async function openTape(sql: Sql, settings: Pick<Settings, 'marketHours' | 'marketSeed'>): Promise<Tape> {
  const epochs = await tapeEpochs(sql);
  for (const { id, seed, hash } of epochs) {
    const own = new Bun.CryptoHasher('sha256').update(seed).digest();
    if (Buffer.compare(own as Buffer, hash) !== 0)
      throw new SeasonDiffersError(`The seed of tape epoch ${id} is not the one its hash was published of.`);
  }
  return new Tape({ hours: settings.marketHours, epochs, history: historySeed(settings.marketSeed) });
}

const differs = (fill: FillRow, what: string) =>
  new SeasonDiffersError(
    `Fill ${fill.id} (${fill.username}: ${fill.action} ${fill.quantity} ${fill.symbol} at ${fill.price}) ${what}.`,
  );

function checkPrice(tape: Tape, fill: FillRow): void {
  const tick = tape.tickAt(fill.symbol, fill.quoteAt.getTime());
  const price = tick && BigInt(tick.cents) * 100n;
  if (price !== readPrice(fill.price))
    throw differs(fill, `should be at ${price === null ? 'no price' : writeCents(price / 100n)}`);
}

function checkAccount(accounts: Map<number, Replayed>, season: SeasonRow, fill: FillRow): void {
  const account = accounts.get(fill.userId) ?? beginReplay(readCents(season.startCash));
  accounts.set(fill.userId, account);
  const { symbol, action } = fill;
  const wrong = replayFill(account, {
    symbol,
    action,
    quantity: readMicro(fill.quantity),
    price: readPrice(fill.price),
    cash: readCents(fill.cashDelta),
  });
  if (wrong) throw differs(fill, wrong);
}

type Standing = {
  result: Result;
  equity: bigint;
  realised: bigint;
  /** Counts in the ranking. */
  trades: boolean;
  isOut: boolean;
  last: number;
};

/** The table as it must be, computed from the fills, against the one that was written. */
async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, bigint>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, 2_147_483_647);
  const last = new Map(
    (await lastTrades(sql, season.id)).map((t) => [
      t.userId,
      t.lastTradeAt?.getTime() ?? Number.POSITIVE_INFINITY,
    ]),
  );
  const table = results.map((result): Standing => {
    const account = accounts.get(result.userId) ?? beginReplay(readCents(season.startCash));
    return {
      result,
      equity: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.fills > 0 && result.disqualified === null,
      isOut: result.disqualified !== null,
      last: last.get(result.userId) ?? Number.POSITIVE_INFINITY,
    };
  });
  const before = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0);
  table.sort(
    (a, b) =>
      Number(b.trades) - Number(a.trades) ||
      Number(a.isOut) - Number(b.isOut) ||
      before(a.equity, b.equity) ||
      before(a.realised, b.realised) ||
      (a.last === b.last ? 0 : a.last - b.last) ||
      a.result.userId - b.result.userId,
  );
  const ranked = table.filter((s) => s.trades).length;
  let place = 0;
  table.forEach((s, i) => {
    const isTie = s.trades && i > 0 && table[i - 1]!.equity === s.equity;
    if (!isTie) place = i + 1;
    let worst = i + 1;
    while (worst < ranked && table[worst]!.equity === s.equity) worst++;
    const should = {
      equity: writeCents(s.equity),
      realised: writeCents(s.realised),
      row: i + 1,
      place,
      rank: s.trades ? rankOf(place, worst, ranked) : 'CADET',
    };
    const { result: r } = s;
    const is = { equity: r.equity, realised: r.realised, row: r.rowNumber, place: r.place, rank: r.rank };
    for (const key of Object.keys(should) as (keyof typeof should)[]) {
      if (should[key] !== is[key])
        throw new SeasonDiffersError(
          `The result of ${r.username} (place ${r.place}) has ${key} ${is[key]}; it should be ${should[key]}.`,
        );
    }
  });
  return table.length;
}
