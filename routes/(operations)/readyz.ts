import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Responds 503 when a proxy should send requests elsewhere. */
export default handle(endpoints.ready, async ({ services: { health } }) => {
  const { ready, status, checks } = await health.check();
  return Response.json({ status, checks }, { status: ready ? 200 : 503 });
});
