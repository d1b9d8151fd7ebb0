/** Findings of a run: printed, judged by their times, and written into a document between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { waits } from '#tests/helpers/until.ts';

type Row = { what: string; outcome: string; ok: boolean };

/** What a run found, printed as it comes. */
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

  /** Writes the rows into `file` of docs/ under `name`. @param form which form of the command made them */
  write(file: string, name: string, form: string): void {
    const path = join(import.meta.dir, '../../docs', file);
    const text = readFileSync(path, 'utf8');
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const about = `${form}, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${seconds} s.`;
    const rows = this.rows.map(({ what, outcome, ok }) => [what, outcome, ok ? 'yes' : 'no']);
    const table = [about, '', ...tableLines([['what', 'outcome', 'holds'], ...rows])].join('\n');
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const around = new RegExp(`${begin}[\\s\\S]*?${end}`);
    if (!around.test(text)) throw new Error(`${path} has no place for ${name}`);
    writeFileSync(
      path,
      text.replace(around, () => `${begin}\n\n${table}\n\n${end}`),
    );
  }
}

/** A Markdown table with columns of one width, as the formatter has it; the first row is its head. */
function tableLines(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  const [head, ...rest] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...rest];
}

export const ms = (value: number) => `${Math.round(value)} ms`;

export type Timing = {
  /** Whether something took at most `limit` ms. On a busy machine it is enough that it came. */
  soon(took: number, limit: number): boolean;
};

/** As long as everything together may take, however busy the machine, ms. */
const LONGEST_WAIT_MS = 240_000;

/**
 * The whole form wants a machine of its own and holds times to their limits. The short one runs beside other work:
 * what it waits for has to come, and nothing else about time can fail.
 */
export function timing(isShort: boolean): Timing {
  if (isShort) waits.limitMs = LONGEST_WAIT_MS;
  return { soon: (took, limit) => isShort || took <= limit };
}
