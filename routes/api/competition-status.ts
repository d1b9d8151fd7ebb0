import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { handle } from '#framework/endpoint.ts';

/** Polled by every open page while its socket is down: answered from memory, and with 304 to who knows it. */
export default handle(
  endpoints.competitionStatus,
  ({ request, services }) => {
    const active = services.seasons.active();
    const headers = { etag: active ? '"on"' : '"off"', 'cache-control': 'private, no-cache' };
    if (request.headers.get('if-none-match') === headers.etag) {
      return new Response(null, { status: 304, headers });
    }
    return Response.json({ active }, { headers });
  },
  { form: { failure: MESSAGES.statusFailed.message } },
);
