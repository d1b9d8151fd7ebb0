/** The progress of a run: a line that rewrites itself in a terminal, a line every 15 s elsewhere. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './output.ts';
import { type Counts, summary } from './result.ts';

/** Interval of progress lines outside a terminal, ms. */
const LINE_MS = 15_000;
/** Interval at which the progress line in a terminal is rewritten, ms. */
const REWRITE_MS = 250;
/** Moves to the start of the line and clears it. */
const CLEAR = '\r\x1b[2K';

const out = process.stdout;

/** Counts results as they arrive and shows one line with the counts below the output. */
export class Progress {
  private readonly counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  private readonly running = new Map<string, number>();
  private readonly startedAt = performance.now();
  private readonly timer = setInterval(() => this.show(), out.isTTY ? REWRITE_MS : LINE_MS);

  count(outcome: Outcome, n = 1): void {
    this.counts[outcome] += n;
  }

  begin(stage: string): void {
    this.running.set(stage, (this.running.get(stage) ?? 0) + 1);
  }

  end(stage: string): void {
    const remaining = this.running.get(stage)! - 1;
    if (remaining > 0) this.running.set(stage, remaining);
    else this.running.delete(stage);
  }

  /** Prints a line above the running count. */
  say(line: string): void {
    out.write(`${out.isTTY ? CLEAR : ''}${line}\n`);
  }

  stop(): void {
    clearInterval(this.timer);
    if (out.isTTY) out.write(CLEAR);
  }

  private show(): void {
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    const stages = [...this.running.keys()].join(', ');
    const line = `… ${summary(this.counts)} · ${seconds} s · ${stages}`;
    out.write(out.isTTY ? CLEAR + line.slice(0, out.columns - 1) : `${line}\n`);
  }
}

/** Seconds of each file (`STAGE: PATH`) or whole stage, by its name: slow ones start first in the next run. */
export type Times = Record<string, number>;

/** Times differ between machines, so the file is in the build's folder and not in git. */
const FILE = '.build/test-times.json';
const SHOWN = 10;

/** Returns the times of earlier runs; empty before the first run. */
export function readTimes(file = FILE): Times {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Stores `times` for the next run; jobs that did not run keep their earlier times. */
export function keepTimes(times: Times, file = FILE): void {
  if (Object.keys(times).length === 0) return;
  writeFileSync(file, JSON.stringify({ ...readTimes(file), ...times }));
}

/** Returns the lines that name the slowest jobs; none for a run of a single job. */
export function slowest(times: Times): string[] {
  const all = Object.entries(times).sort(([, a], [, b]) => b - a);
  if (all.length < 2) return [];
  const lines = all
    .slice(0, SHOWN)
    .map(([title, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
  return ['What took longest:', ...lines];
}
