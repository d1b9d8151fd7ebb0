import { csv } from '#core/csv.ts';

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
