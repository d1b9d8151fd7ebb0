import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** 503 tells a proxy to send requests elsewhere. */
export default handle(endpoints.ready, async ({ services: { health } }) => {
  const { ready, status, checks } = await health.check();
  return Response.json({ status, checks }, { status: ready ? 200 : 503 });
});
