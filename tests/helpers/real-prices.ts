/** Two years of real AAPL prices; see tests/data/README.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the price file, for REPLAY_DIR. */
export const PRICES = join(import.meta.dir, '../data');

/** Prices in dollars; `mavg` is the file's own 20-day average of (high + low + close) / 3. */
export type RealDay = {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  mavg: number;
};

/** The file's days, oldest first. */
export function realDays(): RealDay[] {
  const lines = readFileSync(join(PRICES, 'aapl-daily-2015-2017.csv'), 'utf8').trim().split('\n');
  return lines.slice(1).map((line) => {
    const [date, ...figures] = line.split(',');
    const [open, high, low, close, volume, , , mavg] = figures.map(Number) as number[];
    return { date, open, high, low, close, volume, mavg } as RealDay;
  });
}
