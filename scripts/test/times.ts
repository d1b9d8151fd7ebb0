/** The seconds each job of a run took: they order the next run, and show its reader what is slow. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Seconds by a job's title. */
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

/** The lines that name what took longest; none for a run of a single job. */
export function slowest(times: Times): string[] {
  const all = Object.entries(times).sort(([, a], [, b]) => b - a);
  if (all.length < 2) return [];
  const lines = all
    .slice(0, SHOWN)
    .map(([title, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
  return ['What took longest:', ...lines];
}
