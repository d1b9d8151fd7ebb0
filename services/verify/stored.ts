/**
 * Checks a season's stored rows: the chain against its rows, orders against their logs and the tape, the final table
 * against a table computed from the fills.
 */

import type { FinalRow } from '#core/leaderboard/row.ts';
import type { PriceE4 } from '#core/money/units.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import { type LoggedChange, type OrderJson, readOrder, writeOrder } from '#core/orders/order-json.ts';
import { type BundleKind, type LineOf, readBundleLine } from '#core/season/bundle-lines.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { hasDecisions } from '#core/season/terms.ts';
import type { Replayed } from '#core/trading/audit.ts';
import type { Sql } from '#db/client.ts';
import { tableMembers } from '#db/queries/leagues/members.ts';
import { readMatched } from '#db/queries/orders/engine.ts';
import { bundleAwards } from '#db/queries/proof/bundle.ts';
import { hadChain, rowsAfterChain } from '#db/queries/proof/chain.ts';
import {
  type AccountRow,
  orderFault,
  seasonAccounts,
  seasonOrderEvents,
  seasonOrders,
} from '#db/queries/proof/verify.ts';
import { resultRows, type SeasonResult } from '#db/queries/season/results.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { SeasonDividend } from '#db/queries/trading/dividends.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { AwardCheck } from '#proof/awards.ts';
import { BlockCheck, ChainCheck } from '#proof/chain.ts';
import { compare, SeasonDiffersError, stopAtFirst } from '#proof/difference.ts';
import { readEvent, readFill } from '#proof/lines.ts';
import { checkOrderLog, checkPath, Families, nameOfOrder } from '#proof/orders.ts';
import { checkGameTable, checkTable } from '#proof/table.ts';
import { winnerLines } from '../proof/bundle.ts';
import { seasonRecord } from '../proof/record.ts';

/** While a season runs, rows this much older than the newest match of orders must be in the chain, ms. */
const LINKED_WITHIN_MS = 5 * 60_000;
/**
 * The wait before rows without a link are looked up a second time, ms. A restarted server matches the prices it missed
 * at once and links their fills within three seconds.
 */
const CATCH_UP_MS = 5_000;

/** @returns the number of checked links; 0 for a game from before games had chains @throws SeasonDiffersError */
export async function checkChain(
  sql: Sql,
  season: SeasonRow,
  dividends: readonly SeasonDividend[] = [],
): Promise<number> {
  const check = new ChainCheck(season, stopAtFirst);
  const blocks = new BlockCheck(season, stopAtFirst);
  for (const { userId, at, amount } of dividends) blocks.addDividend(userId, at, amount);
  const accounts = await seasonAccounts(sql, season.id);
  const traders = new Map(accounts.map((account) => [account.userId, account]));
  for await (const { link, ...lines } of seasonRecord(sql, season.id)) {
    check.add(lines, link);
    for (const line of lines.fills) {
      const fill = readFill(valuesOf('fill', line));
      blocks.addFill(fill, traders.get(fill.trader)!);
    }
    for (const line of lines.events) {
      const event = readEvent(valuesOf('event', line));
      blocks.addEvent(event, traders.get(event.trader)!);
    }
    blocks.addLink(link);
  }
  if (check.links === 0 && !(await hadChain(sql, season))) return 0;
  const { id, endedAt } = season;
  // a server that was stopped may have rows without a link: only rows older than `due` need one
  const due = endedAt ? Number.POSITIVE_INFINITY : (await readMatched(sql)) - LINKED_WITHIN_MS;
  let extra = await rowsAfterChain(sql, id, endedAt, due);
  if (extra && !endedAt) {
    await Bun.sleep(CATCH_UP_MS);
    extra = await rowsAfterChain(sql, id, endedAt, due);
  }
  if (!extra) return check.links;
  const since = endedAt ? 'which is closed' : 'though it is minutes old';
  throw new SeasonDiffersError(`${extra.kind} ${extra.id} is in no link of the chain, ${since}.`);
}

const valuesOf = <K extends BundleKind>(_: K, line: string) => readBundleLine(line)!.values as LineOf<K>;

/**
 * Checks all orders of a stored season.
 * @param tape null when prices cannot be derived, so that only terms and holds are checked
 * @returns the number of checked orders, and the terms of each filled order by the id of its fill
 * @throws SeasonDiffersError
 */
export async function checkOrders(
  sql: Sql,
  season: SeasonRow,
  tape: Tape | null,
): Promise<{ count: number; filled: Map<bigint, WorkingOrder> }> {
  const rows = await seasonOrderEvents(sql, season.id);
  const logs = Map.groupBy(rows, (event) => event.orderId);
  const { orders, matchedTo } = await seasonOrders(sql, season.id);
  const end = season.endedAt?.getTime() ?? matchedTo;
  const filled = new Map<bigint, WorkingOrder>();
  for (const [id, log] of logs) {
    checkRow(id, log, orders.get(id));
    checkOrderLog(log, tape, stopAtFirst);
    if (tape) checkPath(log, tape, { end, quoteMaxAgeMs: season.terms!.quoteMaxAgeMs }, stopAtFirst);
    const { fill, terms } = log.at(-1)!;
    if (fill) filled.set(fill.id, readOrder(terms));
  }
  const families = new Families(stopAtFirst);
  for (const row of rows) {
    families.addEvent(row);
    if (row.fill) families.addFill(row.orderId, row.fill);
  }
  families.close();
  const unlogged = [...orders.keys()].find((id) => !logs.has(id));
  if (unlogged) throw new SeasonDiffersError(`Order ${unlogged} was never placed.`);
  const fault = await orderFault(sql, season.id);
  if (fault) throw new SeasonDiffersError(fault);
  return { count: orders.size, filled };
}

function checkRow(id: string, log: readonly LoggedChange[], row: OrderJson | undefined): void {
  if (!row) throw new SeasonDiffersError(`Order ${id} is missing.`);
  compare(
    nameOfOrder(log.at(-1)!),
    { ...writeOrder(readOrder(row)) },
    { ...writeOrder(readOrder(log.at(-1)!.terms)) },
  );
}

const ALL = 2_147_483_647;

/** @param marks the season's last prices @returns the number of checked rows @throws SeasonDiffersError */
export async function checkResults(
  sql: Sql,
  season: SeasonRow,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
): Promise<number> {
  const results = await resultRows(sql, season.id, 1, ALL);
  // a trader who joined after the end has no row
  const late = (openedAt: Date | null) =>
    openedAt !== null && season.endedAt !== null && openedAt > season.endedAt;
  const participants = accounts.filter(({ openedAt }) => !late(openedAt));
  const rows = checkTable(season, participants, results, played, marks, stopAtFirst);
  await checkAwards(sql, season, results, played);
  return rows;
}

/**
 * Checks the final table of a private game, ranked by the value of the members' accounts.
 * @param marks the game's last prices @returns the number of checked rows @throws SeasonDiffersError
 */
export async function checkGameResults(
  sql: Sql,
  game: LeagueGame,
  season: Pick<SeasonRow, 'id' | 'startCash' | 'rulesVersion'>,
  accounts: readonly AccountRow[],
  played: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
): Promise<number> {
  const [results, members] = await Promise.all([
    resultRows(sql, season.id, 1, ALL),
    tableMembers(sql, [game]),
  ]);
  const staying = new Set(members.filter(({ hasLeft }) => !hasLeft).map(({ userId }) => userId));
  const participants = accounts.filter(({ userId }) => staying.has(userId) && played.has(userId));
  // an unranked member may have left the league before its end: such a member is not among `staying`
  const hasLeft = ({ userId, ranked }: FinalRow) => !ranked && !staying.has(userId);
  return checkGameTable(season, participants, results, hasLeft, played, marks, stopAtFirst);
}

/** Checks disqualifications and awards against the stored decisions. @throws SeasonDiffersError */
async function checkAwards(
  sql: Sql,
  season: SeasonRow,
  results: readonly SeasonResult[],
  played: ReadonlyMap<number, Replayed>,
): Promise<void> {
  const { endedAt, prizePool, rulesVersion } = season;
  if (!endedAt || !hasDecisions(rulesVersion)) return;
  const check = new AwardCheck({ ...season, endedAt }, stopAtFirst);
  check.setEligibility(season);
  for (const line of await winnerLines(sql, season)) {
    if (line.kind === 'prize') check.addPrize(line.values);
    else check.addDecision(line.values);
  }
  for (const award of await bundleAwards(sql, season.id)) check.addAward(award);
  const standings = results.map(({ userId, rowNumber, place, ranked, disqualified }) => ({
    row: rowNumber,
    trader: userId,
    place: ranked ? place : null,
    isOut: disqualified !== null,
  }));
  const names = new Map(results.map(({ userId, username }) => [userId, username]));
  check.close(standings, (id) => names.get(id) ?? `trader ${id}`, prizePool, played);
}
