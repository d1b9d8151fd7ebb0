import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';
import { PROOF_DOCUMENTS } from '#services/bundle/documents.ts';

/** Plain text, which a browser shows and does not save. */
export default handle(endpoints.proofDocument, ({ request, params: { name } }) => {
  const text = PROOF_DOCUMENTS.get(name);
  if (text === undefined) throw fail('NOT_FOUND');
  return tagged(request, text, {
    etag: `"${Bun.hash(text).toString(36)}"`,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
});
