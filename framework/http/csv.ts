/** Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet. */

/** A figure stays a figure; text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)) return text;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Row = readonly (string | number | null)[];

/** Lines of a table, each with its end. */
export const csv = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/**
 * A table as a file to download, sent while its batches of rows are read. The first batch is read before the response
 * begins, so that its refusal is one. The mark at the start tells Excel that it is UTF-8.
 */
export async function csvAnswer(
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<readonly Row[]>,
): Promise<Response> {
  const first = await batches.next();
  const encoder = new TextEncoder();
  const head = `\uFEFF${csv([columns, ...(first.done ? [] : first.value)])}`;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const { value, done } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(csv(value)));
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  });
}
