import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { httpFailure } from '#framework/failure.ts';
import { mayReadMetrics } from '#services/operations/metrics.ts';

/** The metrics; 404 for requests without the right to read them. */
export default handle(endpoints.metrics, async ({ request, services }) => {
  const { metrics, addresses, settings } = services;
  if (!mayReadMetrics(request.headers, addresses.peerOf(request), settings)) throw httpFailure('NOT_FOUND');
  return new Response(await metrics.text(), { headers: { 'content-type': metrics.type } });
});
