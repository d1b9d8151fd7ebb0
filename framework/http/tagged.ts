/** An answer with an ETag: 304 for a client that has this version. */
export function tagged(request: Request, body: BodyInit, headers: { etag: string } & Record<string, string>) {
  const known = request.headers.get('if-none-match')?.replace('W/', '');
  return known === headers.etag
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
}
