/** Creates responses: JSON, redirects, responses with an ETag, files. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Flashes, FlashTexts } from './flash.ts';

type FormAnswer = {
  /** The path on this site that the browser is redirected to after a form post. */
  to: string;
  flash?: FlashTexts;
};

/** Creates responses. @template Answer the JSON of a successful response */
export type Reply<Answer = unknown> = {
  /** Responds with `json`. With `form`, a form post gets a 303 to `form.to` instead. Both get `headers`. */
  ok(json: Answer, options?: { status?: number; form?: FormAnswer; headers?: HeadersInit }): Response;
  /** Redirects every caller with a 303 to a path on this site, with a message for the next page. */
  go(to: string, flash?: FlashTexts, headers?: HeadersInit): Response;
};

/** True when a browser posts a form without our scripts. Its response is a redirect to a page, not JSON. */
export function isFormPost(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return false;
  return (request.headers.get('accept') ?? '').includes('text/html');
}

export function createReply(request: Request, flashes: Flashes): Reply {
  function leading(to: string, flash?: FlashTexts, headers?: HeadersInit) {
    return seeOther(to, headers, flash && flashes.cookie(flash, request, new Headers(headers)));
  }

  return {
    ok(json, { status = 200, form, headers = {} } = {}) {
      if (!form || !isFormPost(request)) {
        return Response.json(json, {
          status,
          headers: personal(headers),
        });
      }
      return leading(form.to, form.flash, headers);
    },
    go: leading,
  };
}

function personal(more: HeadersInit): Headers {
  const headers = new Headers(more);
  headers.set('cache-control', 'private, no-store');
  return headers;
}

/** Returns a 303 to a path on this site. @param cookies values of Set-Cookie headers, such as a flash */
export function seeOther(
  to: string,
  more: HeadersInit = {},
  cookies: string | readonly string[] = [],
): Response {
  const headers = personal(more);
  headers.set('location', sitePath(to));
  for (const cookie of [cookies].flat()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** An invented origin for this site, to resolve addresses against. */
const HERE = 'http://site.invalid';
/** The length limit of a path in a `location` header: proxies accept 4 KB of headers. */
const MAX_CHARS = 2000;

/**
 * Returns the page that a form or a sign-in leads to: path, query and fragment of `to` as browsers resolve it,
 * percent-encoded so that any header can hold it. Returns `/` when `to` is not a path or leads off the site: `//evil`,
 * `/\evil`, `/.//evil`, absolute URLs, control characters.
 * @param max characters
 */
export function sitePath(to: string | null | undefined, max = MAX_CHARS): string {
  if (!to?.startsWith('/') || to.length > max || /\p{Cc}/u.test(to)) return '/';
  if (!URL.canParse(to, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(to, HERE);
  const path = pathname + search + hash;
  return origin === HERE && !path.startsWith('//') && path.length <= max ? path : '/';
}

/** True when the client has the version of a response. Tags are compared weakly (RFC 9110, 13.1.2). */
export function hasVersion(request: Request, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const clientTags = request.headers.get('if-none-match')?.split(',').map(opaque) ?? [];
  return clientTags.includes(opaque(etag)) || clientTags[0] === '*';
}

/** Returns a response with an ETag; a 304 for a client that has this version. */
export function tagged(request: Request, body: BodyInit, headers: { etag: string } & Record<string, string>) {
  return hasVersion(request, headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
}

/**
 * Returns the text of a cell of a CSV file (RFC 4180), empty for null. A number stays as it is; other text that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)) return text;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Row = readonly (string | number | null)[];

/** Returns the lines of a table, each with its line break. */
export const csv = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Returns a redirect to another site. The operator chose the address; it never comes from the request. */
export const leaveFor = (address: string): Response =>
  new Response(null, { status: 303, headers: { location: address, 'cache-control': 'private, no-store' } });

/**
 * Returns a table as a file to download, sent while its batches of rows are read. It reads the first batch before the
 * response begins, so that a refusal can still be the response. The byte order mark tells Excel that the file is UTF-8.
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
      // compression would buffer the whole table
      'cache-control': 'private, no-store, no-transform',
    },
  });
}

/**
 * Returns a compressed file, sent while its text is generated: memory holds one or two pieces, however slow the reader
 * is.
 * @param pieces the text, pulled as the reader takes it and ended when the reader leaves
 */
export function gzipAnswer(name: string, pieces: AsyncIterable<string>): Response {
  const gzip = createGzip({ level: 4 });
  // an error has already ended the response
  pipeline(Readable.from(pieces, { highWaterMark: 1 }), gzip, () => {});
  return new Response(Readable.toWeb(gzip) as unknown as ReadableStream, {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}

/**
 * Returns `path` with `cookies=off` for a browser that sends no cookie although every page sets one. Either it accepts
 * no cookies, or this is its first request.
 */
export function cookieCheck(request: Request, path: string): string {
  if (request.headers.get('cookie')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cookies=off`;
}
