/**
 * Proves a season from its stored data, never by today's settings: each fill price and last price from the tape's
 * seeds; each account, position, closed trade and ledger row by replaying the fills under the season's rules; each
 * place from the accounts. It reads the simulated market directly, because it needs the season's exact prices.
 */
import { readCents, readPrice, readQuantity, writePrice } from '#core/money/money.ts';
import { priceE4 } from '#core/money/units.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { SEED_PERIOD_LEAD_MS } from '#core/season/season.ts';
import type { SeasonTerms } from '#core/season/terms.ts';
import { beginReplay, type Played, type Replayed, replayFill } from '#core/trading/audit.ts';
import { type DayShares, dayKey, inMicros } from '#core/trading/day-volume.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { inBatches } from '#db/batches.ts';
import type { Sql } from '#db/client.ts';
import { type FillRow, seasonFills } from '#db/queries/proof/verify.ts';
import { type SeasonMark, seasonMarks } from '#db/queries/season/closing.ts';
import { rulesOverTime, type SeasonRow, seasonByNumber, seasonOfGame } from '#db/queries/season/seasons.ts';
import { seedPeriodRows } from '#db/queries/season/seed-periods.ts';
import { usedVolumes } from '#db/queries/trading/day-volumes.ts';
import { seasonDividends } from '#db/queries/trading/dividends.ts';
import { seasonSplits } from '#db/queries/trading/splits.ts';
import { seasonSymbolChanges } from '#db/queries/trading/symbol-changes.ts';
import { Tape } from '#market/simulated/tape.ts';
import { SeasonDiffersError, stopAtFirst } from '#proof/difference.ts';
import { ForcedCovers } from '#proof/forced-covers.ts';
import { checkSize } from '#proof/orders.ts';
import type { Verification } from '#proof/season-replay.ts';
import { shareEventPlayer } from '#proof/share-events.ts';
import { checkLast, checkSource, demandTerms } from '#proof/terms.ts';
import type { Settings } from '../platform/settings.ts';
import { LAST_ID } from '../proof/record.ts';
import { createVault, openSeed } from '../proof/seed-periods.ts';
import { openBooks, positionKeeper } from './books.ts';
import { checkChain, checkGameResults, checkOrders, checkResults } from './stored.ts';

const BATCH = 5_000;

/**
 * @throws SeasonDiffersError, CannotCheckError, SettingsError when SECRET_KEY does not open encrypted seeds, Error
 * with a sentence when the season or game does not exist
 */
export async function verifySeason(
  { sql, settings }: { sql: Sql; settings: Pick<Settings, 'secretKey'> },
  subject: number | LeagueGame,
): Promise<Verification> {
  const { season, game, terms } = await subjectOf(sql, subject);
  const tape = terms.market === 'simulated' ? await openTape(sql, season, terms, settings.secretKey) : null;
  const prices = priceCheck(tape, terms, season.endedAt);
  const { count: orders, filled } = await checkOrders(sql, season, tape);
  const books = await openBooks(sql, season.id);
  // the rules of a private game are fixed once somebody has traded
  const rulesOf = game ? () => season.rules : rulesByFill(await rulesOverTime(sql, season.id));
  const marked = await seasonMarks(sql, season.id);
  const marks = new Map(marked.map((m) => [m.symbol, readPrice(m.price)]));
  const played = new Map<number, Replayed>();
  const positions = positionKeeper();
  const forcedCovers = new ForcedCovers(tape);
  const dividends = await seasonDividends(sql, season.id);
  const volumes = await volumesOf(sql, season);
  const shareEvents = shareEventPlayer(
    await seasonSplits(sql, season.id),
    dividends,
    await seasonSymbolChanges(sql, season.id),
    played,
    stopAtFirst,
    positions.rename,
  );
  const done: Verification = { market: terms.market, prices: 0, foreign: 0, standings: 0, orders, links: 0 };
  const standings = () =>
    !season.endedAt
      ? Promise.resolve(0)
      : game
        ? checkGameResults(sql, game, season, books.accounts, played, marks)
        : checkResults(sql, season, books.accounts, played, marks);
  const admins = new Set(books.accounts.filter((a) => a.isAdmin).map((a) => a.userId));
  let isOver = false;
  const readFills = (last: FillRow | null) => seasonFills(sql, season.id, last?.id ?? 0n, BATCH);
  for await (const fills of inBatches(BATCH, readFills))
    for (const fill of fills) {
      const isReset = fill.reason === 'season_reset';
      const isLate = season.endedAt !== null && fill.filledAt > season.endedAt && admins.has(fill.userId);
      // checks the results now: they were stored before the reset closed positions and before admins' later fills
      if ((isReset || isLate) && !isOver) {
        shareEvents.rest();
        done.standings = await standings();
        isOver = true;
      }
      if (isReset) {
        if (marks.has(fill.symbol) && marks.get(fill.symbol) !== readPrice(fill.price))
          throw differs(fill, `was closed at ${fill.price}, not at the season's last price`);
      } else {
        // an admin's fill after the end does not count, and its price may come from another market
        done[isLate ? 'foreign' : prices.ofFill(fill)]++;
      }
      shareEvents.upTo(fill.userId, fill.id);
      const replayed = play(played, season, { fill, volumes, rules: rulesOf(fill.id), forcedCovers });
      shareEvents.saw(seenOf(fill, replayed));
      books.checkFill(nameOf(fill), fill, replayed);
      const order = filled.get(fill.id);
      if (order)
        checkSize(
          { ...placeOf(fill), name: nameOf(fill) },
          order,
          replayed,
          replayed.position.quantity,
          stopAtFirst,
        );
      positions.saw(fill, replayed);
    }
  shareEvents.rest();
  if (!isOver) done.standings = await standings();
  books.checkDividends(dividends);
  books.close(season, played);
  await positions.close(sql, season.id, played);
  for (const mark of marked) done[prices.ofMark(mark)]++;
  // last: the first difference ends the check, and most differences of the chain name a link, not a wrong row
  done.links = await checkChain(sql, season, dividends);
  return done;
}

async function subjectOf(sql: Sql, subject: number | LeagueGame) {
  const game = typeof subject === 'number' ? null : subject;
  const season =
    typeof subject === 'number' ? await seasonByNumber(sql, subject) : await seasonOfGame(sql, subject);
  if (!season) throw new Error(`There is no ${game ? 'private game' : 'season'} ${subject}.`);
  return { season, game, terms: demandTerms(season) };
}

/** `prices`: derived from a seed. `foreign`: of a market without seeds. */
type Counter = 'prices' | 'foreign';

/** Checks prices by the season's market. Each function throws SeasonDiffersError for a wrong price. */
function priceCheck(tape: Tape | null, terms: SeasonTerms, endedAt: Date | null) {
  return {
    ofFill(fill: FillRow): Counter {
      const { symbol, source, price, quoteAt, reason } = fill;
      const row = {
        ...placeOf(fill),
        name: nameOf(fill),
        symbol,
        source,
        quoteAt: quoteAt.getTime(),
        reason,
      };
      checkSource(terms, row, stopAtFirst);
      if (!tape) return 'foreign';
      if (!isPriceAt(tape, symbol, quoteAt, price))
        throw differs(fill, `should be at ${priceText(tape, symbol, quoteAt)}`);
      const ageMs = fill.filledAt.getTime() - fill.quoteAt.getTime();
      if (ageMs < 0 || ageMs > terms.quoteMaxAgeMs)
        throw differs(fill, `is at a price of ${fill.quoteAt.toISOString()}, not of its own time`);
      return 'prices';
    },
    ofMark({ symbol, price, source, quoteAt }: SeasonMark): Counter {
      const name = `The last price of ${symbol}`;
      const place = { kind: 'mark', id: symbol } as const;
      const row = { place, name, symbol, source, quoteAt: quoteAt?.getTime() ?? null };
      checkSource(terms, row, stopAtFirst);
      if (!tape) return 'foreign';
      if (!quoteAt || !isPriceAt(tape, symbol, quoteAt, price))
        throw new SeasonDiffersError(
          `${name} is ${price}; it should be ${quoteAt ? priceText(tape, symbol, quoteAt) : 'no price'}.`,
        );
      const last = { ...row, name: `${name}, ${price},`, quoteAt: quoteAt.getTime() };
      if (endedAt) checkLast(tape, last, endedAt.getTime(), stopAtFirst);
      return 'prices';
    },
  };
}

/**
 * @throws SeasonDiffersError when a seed does not match its published hash, SettingsError when `secretKey` does not
 * open an encrypted seed
 */
async function openTape(sql: Sql, { endedAt }: SeasonRow, { hours, tape }: SeasonTerms, secretKey?: string) {
  const vault = createVault(secretKey);
  // later seeds changed no price of the season
  const to = (endedAt?.getTime() ?? Infinity) + SEED_PERIOD_LEAD_MS;
  const seedPeriods = (await seedPeriodRows(sql))
    .filter(({ effectiveFrom }) => effectiveFrom < to)
    .map((period) => ({ ...period, seed: openSeed(period, vault) }));
  for (const { id, seed, hash } of seedPeriods) {
    const digest = new Bun.CryptoHasher('sha256').update(seed).digest();
    if (Buffer.compare(digest as Buffer, hash) !== 0)
      throw new SeasonDiffersError(`The seed of period ${id} is not the one its hash was published of.`);
  }
  return new Tape({ hours, version: tape!.version, seedPeriods });
}

/** @returns a function that returns the rules of a fill; call it for fills in sequence, oldest first */
function rulesByFill(changes: readonly { firstFill: bigint; rules: Rules }[]): (id: bigint) => Rules {
  let index = 0;
  return (id) => {
    while (index < changes.length && changes[index]!.firstFill <= id) index++;
    return changes[index - 1]?.rules ?? NO_RULES;
  };
}

const isPriceAt = (tape: Tape, symbol: string, moment: Date, price: string) =>
  tape.has(symbol) && tape.isPriceAt(symbol, moment.getTime(), Number(readPrice(price)));

function priceText(tape: Tape, symbol: string, moment: Date): string {
  const tick = tape.has(symbol) ? tape.tickAt(symbol, moment.getTime()) : null;
  return tick ? writePrice(priceE4(BigInt(tick.price))) : 'no price';
}

const seenOf = (fill: FillRow, replayed: Played) => ({
  ...fill,
  ...replayed,
  reason: fill.reason,
  order: fill.orderId,
  at: fill.filledAt.getTime(),
});
const placeOf = (fill: FillRow) => ({
  place: { kind: 'fill', id: `${fill.id}` } as const,
  trader: fill.username,
});
const nameOf = (fill: FillRow) =>
  `Fill ${fill.id} (${fill.username}: ${fill.action} ${fill.quantity} ${fill.symbol} at ${fill.price})`;
const differs = (fill: FillRow, what: string) => new SeasonDiffersError(`${nameOf(fill)} ${what}.`);

async function volumesOf(sql: Sql, { id, rules }: SeasonRow): Promise<DayShares['volumes']> {
  const volumes = rules.maxVolume === null ? [] : await usedVolumes(sql, id, LAST_ID);
  return new Map(
    volumes.map(({ symbol, day, shares }) => [dayKey(symbol, Date.parse(day)), inMicros(shares)]),
  );
}

type FillInSeason = {
  fill: FillRow;
  volumes: DayShares['volumes'];
  rules: Rules;
  forcedCovers: ForcedCovers;
};

function play(
  played: Map<number, Replayed>,
  season: SeasonRow,
  { fill, volumes, rules, forcedCovers }: FillInSeason,
): Played {
  const account = played.get(fill.userId) ?? {
    ...beginReplay(readCents(season.startCash), season.rulesVersion, volumes),
    seasonId: season.id,
  };
  played.set(fill.userId, account);
  const { symbol, action } = fill;
  const times = { quoteAt: fill.quoteAt.getTime(), filledAt: fill.filledAt.getTime() };
  if (forcedCovers.isWrong({ ...fill, ...times, order: fill.orderId }, account))
    throw differs(fill, 'is forced, and no margin called for it');
  const replayed = replayFill(
    account,
    {
      symbol,
      action,
      reason: fill.reason ?? 'order',
      isByHand: fill.reason === null && fill.orderId === null,
      at: fill.filledAt.getTime(),
      pricedAt: fill.quoteAt.getTime(),
      quantity: readQuantity(fill.quantity),
      price: readPrice(fill.price),
      cash: readCents(fill.cashDelta),
    },
    rules,
  );
  if (typeof replayed === 'string') throw differs(fill, replayed);
  return replayed;
}
