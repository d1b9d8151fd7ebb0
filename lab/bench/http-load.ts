/**
 * A keep-alive HTTP/1.1 load client on plain sockets, cheap enough that the server stays the bottleneck. Runs as a
 * separate process, `bun http-load.ts URL CONNECTIONS SECONDS [HEADERS-JSON]`, and prints one JSON line
 * `{requests, seconds, bytes}`.
 */
export type Load = { requests: number; seconds: number; bytes: number };

const HEAD_END = new TextEncoder().encode('\r\n\r\n');

/**
 * Returns the length of the first complete response in `buffer`, 0 while it is incomplete.
 * @throws Error for a status other than 200, and without content-length
 */
export function responseLength(buffer: Buffer): number {
  const end = buffer.indexOf(HEAD_END);
  if (end < 0) return 0;
  const head = buffer.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 200 /.test(head)) throw new Error(`unexpected answer: ${head.split('\r\n')[0]}`);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined) throw new Error('the answer has no content-length');
  const total = end + HEAD_END.length + Number(length);
  return buffer.length >= total ? total : 0;
}

async function load(
  url: URL,
  connections: number,
  seconds: number,
  headers: Record<string, string>,
): Promise<Load> {
  const lines = Object.entries({ host: url.host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  let requests = 0;
  let bytes = 0;
  let failure: Error | undefined;
  const started = performance.now();
  const until = started + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let pending = Buffer.alloc(0);
      Bun.connect({
        hostname: url.hostname,
        port: Number(url.port),
        socket: {
          open: (socket) => void socket.write(request),
          data(socket, chunk) {
            pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
            try {
              for (let length = responseLength(pending); length > 0; length = responseLength(pending)) {
                requests++;
                bytes += length;
                pending = pending.subarray(length);
                if (performance.now() >= until) return void socket.end();
                socket.write(request);
              }
            } catch (error) {
              failure = error as Error;
              socket.end();
            }
          },
          close: () => resolve(),
          error: (_, error) => reject(error),
          connectError: (_, error) => reject(error),
        },
      }).catch(reject);
    });
  await Promise.all(Array.from({ length: connections }, one));
  if (failure) throw failure;
  return { requests, seconds: (performance.now() - started) / 1000, bytes };
}

/** Runs the client in a separate process and returns its counts. */
export async function httpLoad(
  url: string,
  options: { connections?: number; seconds?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const child = Bun.spawn(
    [
      process.execPath,
      import.meta.path,
      url,
      String(options.connections ?? 32),
      String(options.seconds ?? 3),
      JSON.stringify(options.headers ?? {}),
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`the load client failed on ${url}`);
  return JSON.parse(text) as Load;
}

if (import.meta.main) {
  const [url, connections, seconds, headers] = process.argv.slice(2);
  const result = await load(new URL(url!), Number(connections), Number(seconds), JSON.parse(headers ?? '{}'));
  console.log(JSON.stringify(result));
}
