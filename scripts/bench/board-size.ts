/** A program of its own, so that its memory is the board's: `board-size.ts TRADERS` prints what a board of that size costs. */

import { Board, STATUS } from '#core/leaderboard/board.ts';
import type { Leaderboard } from '#core/leaderboard/leaderboard.ts';
import { rankBoard, rankInSteps } from '#core/leaderboard/ranking.ts';
import { priceE4 } from '#core/money/units.ts';
import { median } from './report.ts';

export type BoardCost = { passMs: number; stepMs: number; bytes: number };

const PASSES = 15;
const WARM_UP = 500;
const SYMBOLS = 120;
const POSITIONS = 3;

/** Traders with three positions each, a third of them short; few are worth the same. */
function populated(traders: number): Board {
  const board = new Board({ accounts: traders, positions: POSITIONS * traders });
  const symbols = Array.from({ length: SYMBOLS }, (_, i) => board.symbolNumber(`S${i}`));
  for (let id = 1; id <= traders; id++) {
    const slot = board.setAccount({
      ...{ userId: id, trades: POSITIONS, status: STATUS.trader },
      cash: 5_000_000 + ((id * 7919) % 3_000_017),
      realised: ((id * 31) % 2000) - 1000,
      lastTradeAt: 1_767_614_400_000_000 + (id % 1000) * 60_000_000,
    });
    const quantity = 50_000_000 + Math.floor(((id % 100) * 1_000_000) / 7);
    for (let n = 0; n < POSITIONS; n++) {
      const symbol = symbols[(id * 13 + n * 40) % SYMBOLS]!;
      board.addPosition(
        slot,
        symbol,
        (id + n) % 3 === 0 ? -quantity : quantity,
        Math.round(quantity / 100),
        100_00000000,
      );
    }
  }
  return board;
}

/** Prices of a pass: others than in the one before. */
const marksOf = (pass: number) =>
  new Map(
    Array.from({ length: SYMBOLS }, (_, i) => [`S${i}`, priceE4(500_000n + BigInt(i * 10_000 + 37 * pass))]),
  );

function measure(traders: number): BoardCost {
  // the code is compiled before, so that what grows is the board's
  const small = populated(1000);
  for (let pass = 0; pass < WARM_UP; pass++) rankBoard(small, marksOf(pass));
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const board = populated(traders);
  Bun.gc(true);
  let table = rankBoard(board, marksOf(0));
  let older: Leaderboard | undefined;
  const passes: number[] = [];
  let bytes = 0;
  for (let pass = 1; pass <= PASSES; pass++) {
    const began = performance.now();
    const spare: Leaderboard | undefined = older;
    older = table;
    table = rankBoard(board, marksOf(pass), spare);
    passes.push(performance.now() - began);
    bytes = Math.max(bytes, process.memoryUsage.rss() - before);
  }
  let stepMs = 0;
  let began = performance.now();
  const steps = rankInSteps(board, marksOf(0));
  while (!steps.next().done) {
    stepMs = Math.max(stepMs, performance.now() - began);
    began = performance.now();
  }
  if (table.traders !== traders) throw new Error('rows are missing');
  return { passMs: median(passes), stepMs, bytes };
}

if (import.meta.main) console.log(JSON.stringify(measure(Number(process.argv[2]))));
