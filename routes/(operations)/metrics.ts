import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { httpFailure } from '#framework/failure.ts';
import { mayReadMetrics } from '#services/operations/metrics.ts';

/** For monitoring; to everybody else it does not exist. */
export default handle(endpoints.metrics, async ({ request, services }) => {
  const { metrics, addresses, settings } = services;
  if (!mayReadMetrics(request.headers, addresses.peerOf(request), settings)) throw httpFailure('NOT_FOUND');
  return new Response(await metrics.text(), { headers: { 'content-type': metrics.type } });
});
