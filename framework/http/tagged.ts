/** An answer that names its version: 304 to who has it already. */
export function tagged(request: Request, body: BodyInit, headers: { etag: string } & Record<string, string>) {
  const known = request.headers.get('if-none-match')?.replace('W/', '');
  return known === headers.etag
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
}
