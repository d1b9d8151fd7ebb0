/** Writes a season's bundle (docs/rules/14-season-bundle.md): the lines by which anybody can check the season. */
import {
  CENT_DIGITS,
  writeCents,
  writeDecimal,
  writeDividend,
  writePrice,
  writeQuantity,
} from '#core/money/money.ts';
import { fail } from '#core/refusals/refusals.ts';
import { TOO_FEW_TRADES } from '#core/season/awards.ts';
import { bundleLine, type LineOf } from '#core/season/bundle-lines.ts';
import { linkLine } from '#core/season/chain.ts';
import { entryClosesAt } from '#core/season/entry.ts';
import { gameOfBundle } from '#core/season/game.ts';
import { hasChosenTerms, hasDecisions, hasVolumes, type SeasonTerms } from '#core/season/terms.ts';
import { inBatches } from '#db/batches.ts';
import type { Queryable, Sql } from '#db/client.ts';
import {
  type BundleCounts,
  bundleAwards,
  bundleCounts,
  bundleStandings,
  bundleTraders,
} from '#db/queries/proof/bundle.ts';
import { chainTail } from '#db/queries/proof/chain.ts';
import { type StoredDecision, seasonDecisions } from '#db/queries/season/awards.ts';
import { seasonMarks } from '#db/queries/season/closing.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { type SeedPeriodRow, seedPeriodRows } from '#db/queries/season/seed-periods.ts';
import { usedVolumes } from '#db/queries/trading/day-volumes.ts';
import { seasonDividends } from '#db/queries/trading/dividends.ts';
import { seasonSplits } from '#db/queries/trading/splits.ts';
import { type StoredChange, seasonSymbolChanges } from '#db/queries/trading/symbol-changes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { prizeAmounts } from '../prizes/deal.ts';
import { blockLines, seasonRecord } from './record.ts';
import { createVault, isPublic, openSeed } from './seed-periods.ts';

const BATCH = 5_000;
const CHUNK = 1 << 17;

type Deps = { sql: Sql; databaseClock: Clock; settings: Pick<Settings, 'secretKey'> };

type EndedSeason = {
  season: SeasonRow & { startedAt: Date; endedAt: Date; terms: SeasonTerms };
  seeds: readonly SeedPeriodRow[];
  covers: { fill: bigint; event: bigint };
  counts: BundleCounts;
};

/**
 * Opens the bundle of a season or a private game.
 * @returns its text in pieces, generated on demand
 * @throws NOT_FOUND without the season or its chain, BUNDLE_NOT_YET while the season runs or one of its seeds is secret
 */
export async function openBundle(deps: Deps, season: SeasonRow | null): Promise<AsyncGenerator<string>> {
  const { sql, databaseClock } = deps;
  if (!season) throw fail('NOT_FOUND');
  const { id, startedAt, endedAt, terms } = season;
  if (!endedAt) throw fail('BUNDLE_NOT_YET');
  const covers = await chainTail(sql, id);
  if (covers.seq === 0 || !startedAt || !terms) throw fail('NOT_FOUND');
  const seeds = terms.market === 'simulated' ? await publicSeeds(sql, endedAt, databaseClock.now()) : [];
  const counts = await bundleCounts(sql, id, covers);
  return inPieces(deps, { season: { ...season, startedAt, endedAt, terms }, seeds, covers, counts });
}

/** True when a season has ended and its seeds are public. The bundle also needs a chain. @param now epoch ms */
export const hasBundle = async (sql: Sql, season: SeasonRow, now: number): Promise<boolean> =>
  (await bundleFrom(sql, season)) <= now;

/**
 * Returns when the bundle of a season with a chain becomes public, epoch ms; 0 for an ended season without secret
 * facts. Infinity until the season has ended and a next seed is planned, and for a season without stored terms.
 */
export async function bundleFrom(sql: Sql, { endedAt, terms }: SeasonRow): Promise<number> {
  if (!endedAt || !terms) return Number.POSITIVE_INFINITY;
  return terms.market === 'simulated' ? await secretUntil(sql, endedAt) : 0;
}

/**
 * Returns the time at which the last seed of an ended season becomes public, epoch ms: the start of the next seed.
 * Infinity without a next seed.
 */
export async function secretUntil(sql: Sql, endedAt: Date): Promise<number> {
  const next = (await seedPeriodRows(sql)).find(({ effectiveFrom }) => effectiveFrom > endedAt.getTime());
  return next?.effectiveFrom ?? Number.POSITIVE_INFINITY;
}

async function publicSeeds(sql: Sql, endedAt: Date, now: number): Promise<SeedPeriodRow[]> {
  const all = await seedPeriodRows(sql);
  const seasonSeeds = all.filter(({ effectiveFrom }) => effectiveFrom <= endedAt.getTime());
  if (isPublic(all, seasonSeeds.length - 1, now)) return seasonSeeds;
  const next = all[seasonSeeds.length];
  if (!next) throw fail('BUNDLE_NOT_YET');
  throw fail('BUNDLE_NOT_YET.ended', { params: { at: new Date(next.effectiveFrom).toISOString() } });
}

/** Yields all lines in pieces. The last line has the hash of all earlier lines. */
async function* inPieces(deps: Deps, ended: EndedSeason): AsyncGenerator<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  let piece = '';
  for await (const line of bundleLines(deps, ended)) {
    piece += `${line}\n`;
    if (piece.length < CHUNK) continue;
    hasher.update(piece);
    yield piece;
    piece = '';
  }
  hasher.update(piece);
  yield `${piece}${bundleLine('end', { hash: hasher.digest('hex') })}\n`;
}

async function* bundleLines(deps: Deps, ended: EndedSeason): AsyncGenerator<string> {
  const { sql } = deps;
  const { id } = ended.season;
  yield seasonLine(ended);
  if (hasChosenTerms(ended.season.rulesVersion)) yield termsLine(ended.season);
  yield* volumeShareLine(ended.season);
  yield* gameLine(ended.season);
  yield* beginning(deps, ended);
  for await (const block of seasonRecord(sql, id)) {
    const lines = blockLines(block);
    if (lines.length > 0) yield lines.join('\n');
    yield linkLine(block.link);
  }
  for (const mark of await seasonMarks(sql, id))
    yield bundleLine('mark', { ...mark, quoteAt: mark.quoteAt?.getTime() ?? null });
  const winners = hasDecisions(ended.season.rulesVersion) ? await winnerLines(sql, ended.season) : null;
  for (const { kind, values } of winners ?? []) yield bundleLine(kind, values);
  const readStandings = (last: LineOf<'standing'> | null) =>
    bundleStandings(sql, id, ended.covers.fill, last?.row ?? 0, BATCH);
  for await (const rows of inBatches(BATCH, readStandings))
    for (const row of rows) yield bundleLine('standing', row);
  if (!winners) return;
  for (const row of await bundleAwards(sql, id)) yield bundleLine('award', row);
  // the rows above may follow from a decision that was made after the lines of decisions were read
  if ((await winnerLines(sql, ended.season)).length > winners.length) throw fail('UNAVAILABLE');
}

function seasonLine({ season, counts }: EndedSeason): string {
  const { number, rulesVersion, terms, startCash, prizePool, startedAt, endedAt } = season;
  return bundleLine('season', {
    ...terms,
    ...counts,
    version: rulesVersion,
    number,
    tape: terms.tape?.version ?? null,
    catalogue: terms.tape?.catalogue ?? null,
    startCash,
    prize: prizePool,
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
  });
}

const termsLine = (season: EndedSeason['season']): string => {
  const { leastTrades, leastDays, frozenHours, rules } = season;
  const { longOnly } = rules;
  return bundleLine('terms', {
    leastTrades,
    leastDays,
    longOnly,
    entryClosesAt: entryClosesAt(season),
    frozenHours,
  });
};

function* volumeShareLine({ rules, rulesVersion }: EndedSeason['season']): Generator<string> {
  const { maxVolume } = rules;
  if (maxVolume !== null && hasVolumes(rulesVersion)) yield bundleLine('volumeShare', { percent: maxVolume });
}

function* gameLine({ number, rules }: EndedSeason['season']): Generator<string> {
  const { tickers, dayTrades } = rules;
  if (gameOfBundle(number)) yield bundleLine('game', { tickers: tickers?.join(' ') ?? null, dayTrades });
}

function* symbolLines(changes: readonly StoredChange[]): Generator<string> {
  for (const { n, symbol, newSymbol, at, firstFill } of changes)
    if (newSymbol !== null)
      yield bundleLine('rename', { n, old: symbol, new: newSymbol, at, firstFill: Number(firstFill) });
  for (const { n, symbol, price, at, firstFill, lastFill, reason } of changes)
    if (price !== null)
      yield bundleLine('settlement', {
        n,
        symbol,
        price: writePrice(price),
        at,
        firstFill: Number(firstFill),
        lastFill: Number(lastFill),
        reason: reason ?? '',
      });
}

async function* beginning(
  { sql, settings }: Deps,
  { season, seeds, covers }: EndedSeason,
): AsyncGenerator<string> {
  const vault = createVault(settings.secretKey);
  for (const period of seeds)
    yield bundleLine('seed', {
      period: period.number,
      from: period.effectiveFrom,
      hash: period.hash.toHex(),
      seed: openSeed(period, vault).toHex(),
      marketSeed: period.fromMarketSeed,
    });
  for (const [n, split] of (await seasonSplits(sql, season.id)).entries())
    yield bundleLine('split', {
      ...split,
      n: n + 1,
      trader: split.userId,
      afterFill: Number(split.afterFill),
      before: split.quantityBefore,
      since: split.quantitySince,
      after: split.quantityAfter,
    });
  for (const [n, dividend] of (await seasonDividends(sql, season.id)).entries())
    yield bundleLine('dividend', {
      ...dividend,
      n: n + 1,
      trader: dividend.userId,
      perShare: writeDividend(dividend.perShare),
      afterFill: Number(dividend.afterFill),
      shares: writeQuantity(dividend.quantity),
      cash: writeCents(dividend.amount),
    });
  const volumes = season.rules.maxVolume === null ? [] : await usedVolumes(sql, season.id, covers.fill);
  for (const [n, { symbol, day, session, shares }] of volumes.entries())
    yield bundleLine('volume', { n: n + 1, symbol, date: day, session, volume: Number(shares) });
  yield* symbolLines(await seasonSymbolChanges(sql, season.id));
  const readTraders = (last: LineOf<'trader'> | null) =>
    bundleTraders(sql, season.id, covers, last?.id ?? 0, BATCH);
  for await (const traders of inBatches(BATCH, readTraders))
    for (const trader of traders) yield bundleLine('trader', trader);
}

type WinnerLine =
  | { kind: 'prize'; values: LineOf<'prize'> }
  | { kind: 'decision'; values: LineOf<'decision'> };

/** Returns the lines about the winners: the prize of each place, then the decisions after the end, oldest first. */
export async function winnerLines(sql: Queryable, season: SeasonRow): Promise<WinnerLine[]> {
  const prizes = prizeAmounts(season).map(
    (amount, i): WinnerLine => ({
      kind: 'prize',
      values: { place: i + 1, amount: writeDecimal(amount, CENT_DIGITS) },
    }),
  );
  const decisions = (await seasonDecisions(sql, season.id)).map(
    (decision, i): WinnerLine => ({
      kind: 'decision',
      values: {
        n: i + 1,
        at: decision.at.getTime(),
        change: hasChosenTerms(season.rulesVersion) && isTooFew(decision, season) ? 'too_few' : decision.kind,
        trader: decision.userId,
        place: decision.paid?.place ?? null,
        amount: decision.paid && writeDecimal(decision.paid.amount, CENT_DIGITS),
      },
    }),
  );
  return [...prizes, ...decisions];
}

const isTooFew = ({ kind, admin, reason, at }: StoredDecision, { endedAt }: SeasonRow): boolean =>
  kind === 'no_prize' && admin === null && reason === TOO_FEW_TRADES && at.getTime() === endedAt?.getTime();
