/** Prints the findings of a run, judges times, and writes the findings into a document between two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { waits } from '#tests/helpers/until.ts';

type Row = { what: string; outcome: string; ok: boolean };

export class Findings {
  readonly rows: Row[] = [];
  readonly #began = performance.now();

  add(what: string, outcome: string, ok: boolean): void {
    this.rows.push({ what, outcome, ok });
    console.log(`${ok ? 'holds' : 'FAILS'}  ${what}: ${outcome}`);
  }

  get failed(): number {
    return this.rows.filter(({ ok }) => !ok).length;
  }

  /** Writes the rows into `file` of docs/ under `name`. @param form the whole or the short form of the command */
  write(file: string, name: string, form: string): void {
    const path = join(import.meta.dir, '../../docs', file);
    const text = readFileSync(path, 'utf8');
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const verdict = this.failed === 0 ? 'Every row holds.' : `${this.failed} rows fail.`;
    const about = `${form}, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${seconds} s. ${verdict}`;
    const rows = this.rows.map(({ what, outcome, ok }) => [what, ok ? outcome : `FAILS: ${outcome}`]);
    const table = [about, '', ...tableLines([['what', 'outcome'], ...rows])].join('\n');
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const around = new RegExp(`${begin}[\\s\\S]*?${end}`);
    if (!around.test(text)) throw new Error(`${path} has no place for ${name}`);
    writeFileSync(
      path,
      text.replace(around, () => `${begin}\n\n${table}\n\n${end}`),
    );
  }
}

/** Returns a Markdown table in the formatter's layout; the first row is its head. */
function tableLines(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  const [head, ...rest] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...rest];
}

export const ms = (value: number) => `${Math.round(value)} ms`;

export type Timing = {
  /** True when something took at most `limit` ms; in the short form always. */
  soon(took: number, limit: number): boolean;
};

/** Limit of one wait in the short form, ms. */
const LONGEST_WAIT_MS = 240_000;

/**
 * The whole form needs a quiet machine and judges times by their limits. The short form runs beside other work and only
 * demands that events happen.
 */
export function timing(isShort: boolean): Timing {
  if (isShort) waits.limitMs = LONGEST_WAIT_MS;
  return { soon: (took, limit) => isShort || took <= limit };
}
