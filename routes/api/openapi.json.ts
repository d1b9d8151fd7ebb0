import { endpoints } from '#core/contract/endpoints.ts';
import { openapiDocument } from '#core/contract/openapi.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';
import { RATE_LIMITS } from '#services/platform/rate-limit.ts';

let description: { json: string; etag: string } | undefined;

function document() {
  const json = JSON.stringify(openapiDocument(RATE_LIMITS));
  return { json, etag: `"${Bun.hash(json).toString(36)}"` };
}

export default handle(endpoints.openapi, ({ request }) => {
  description ??= document();
  const headers = { etag: description.etag, 'cache-control': 'public, no-cache' };
  return tagged(request, description.json, { ...headers, 'content-type': 'application/json;charset=utf-8' });
});
