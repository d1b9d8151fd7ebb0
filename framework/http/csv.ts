/** Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet. */

/** A figure stays a figure; text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)) return text;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One table, its first line the names of the columns. */
export function csv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** A table as a file to download. The mark at its start tells Excel that it is UTF-8. */
export function csvAnswer(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Response {
  return new Response(`\uFEFF${csv(columns, rows)}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  });
}
