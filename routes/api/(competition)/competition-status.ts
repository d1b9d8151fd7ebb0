import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';

/** The season's status, which open pages poll while their socket is closed: read from memory, 304 for a known state. */
export default handle(
  endpoints.competitionStatus,
  { failure: 'messages:statusFailed' },
  ({ request, services }) => {
    const active = services.seasons.active();
    return tagged(request, JSON.stringify({ active }), {
      etag: active ? '"on"' : '"off"',
      'cache-control': 'private, no-cache',
      'content-type': 'application/json;charset=utf-8',
    });
  },
);
