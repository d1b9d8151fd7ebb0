/**
 * This process's copy of the leaderboard. It applies passes in the order of their numbers and ranks in memory. A
 * generation is the same table in every process, because all apply the same rows (db/queries/leaderboard/passes.ts).
 */
import type { Board } from '#core/leaderboard/board.ts';
import type { Leaderboard } from '#core/leaderboard/leaderboard.ts';
import { rankInSteps } from '#core/leaderboard/ranking.ts';
import type { MarkPrices } from '#core/leaderboard/value.ts';
import type { Sql } from '#db/client.ts';
import {
  fillBoard,
  newestPass,
  type Pass,
  type PassHead,
  passesAfter,
} from '#db/queries/leaderboard/passes.ts';
import { resultCounts } from '#db/queries/season/results.ts';

/** `leaderboard` is null for the stored results of a finished season. */
export type Table = { pass: PassHead; ranked: number; traders: number; leaderboard: Leaderboard | null };
export type Replica = ReturnType<typeof createReplica>;

const BREAK_MS = 8;

type TableListener = {
  /** Receives every new table before readers see it. */
  prepare(table: Table): Promise<void>;
  onTable(table: Table): void;
};

export function createReplica(sql: Sql, { prepare, onTable }: TableListener) {
  let board: Board | null = null;
  let marks: MarkPrices = new Map();
  /** Accounts whose rows were read in a newer state than the applied pass. */
  let ahead = new Set<number>();
  let applied: PassHead | null = null;
  let table: Table | null = null;
  let spare: Leaderboard | undefined;

  async function show(next: Table) {
    await prepare(next);
    spare = table?.leaderboard ?? undefined;
    table = next;
    // without an await in between: no reader may get the previous table's rows with this table's figures
    onTable(next);
  }

  function apply(pass: Pass) {
    for (const { account, positions } of pass.changes!) {
      board!.put(account, positions);
      ahead.delete(account.userId);
    }
    if (pass.marks) marks = pass.marks;
    applied = pass;
  }

  async function fill(): Promise<void> {
    board = null;
    spare = undefined;
    const filled = await fillBoard(sql);
    if (filled) ({ board, marks, ahead, pass: applied } = filled);
  }

  async function showResults(pass: PassHead): Promise<void> {
    board = null;
    applied = pass;
    await show({ pass, leaderboard: null, ...(await resultCounts(sql, pass.seasonId)) });
  }

  async function run(): Promise<void> {
    const newest = await newestPass(sql);
    if (!newest || newest.generation === table?.pass.generation) return;
    if (newest.frozen) return await showResults(newest);
    const passes = applied && board ? await passesAfter(sql, applied.generation) : [];
    if (board && applied && follows(applied, passes)) passes.forEach(apply);
    else await fill();
    if (!board || !applied || ahead.size > 0) return;
    const pass = applied;
    const leaderboard = await inBreaks(rankInSteps(board, marks, spare));
    spare = undefined;
    const { ranked, traders } = leaderboard;
    await show({ pass, ranked, traders, leaderboard });
  }

  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  return {
    table: (): Table | null => table,

    /** Returns the price marks of a pass; null unless it is the last applied pass. */
    marksOf: (pass: PassHead | null): MarkPrices | null =>
      board && applied && applied.generation === pass?.generation ? marks : null,

    /** Applies all new passes and ranks by the newest. */
    advance(): Promise<void> {
      next ??= running = running
        .catch(() => {})
        .then(() => {
          next = null;
          return run();
        });
      return next;
    },
  };
}

function follows({ generation, seasonId }: PassHead, passes: readonly Pass[]): boolean {
  return passes.every(
    (pass, i) =>
      pass.generation === generation + 1 + i && pass.seasonId === seasonId && !pass.frozen && pass.changes,
  );
}

async function inBreaks<T>(steps: Generator<void, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < BREAK_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
