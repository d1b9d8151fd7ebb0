/** Development only: a stream that names this process, so that a page knows when another one took its place. */
export function devRevision(): () => Response {
  const revision = `${process.pid}-${Date.now()}`;
  const encoder = new TextEncoder();
  return () =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(encoder.encode(`retry: 100\ndata: ${revision}\n\n`)),
      }),
      { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
    );
}
