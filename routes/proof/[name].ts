import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import bundle from '#docs/rules/14-season-bundle.md' with { type: 'text' };
import tape from '#docs/rules/15-tape.md' with { type: 'text' };
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';

/** The documents from which anybody can write a program that checks a season, word for word as in the repository. */
const PROOF_DOCUMENTS = new Map([
  ['season-bundle.md', bundle],
  ['tape.md', tape],
]);

/** Responds with plain text, so that browsers show the document and do not save it. */
export default handle(endpoints.proofDocument, ({ request, params: { name } }) => {
  const text = PROOF_DOCUMENTS.get(name);
  if (text === undefined) throw fail('NOT_FOUND');
  return tagged(request, text, {
    etag: `"${Bun.hash(text).toString(36)}"`,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
});
