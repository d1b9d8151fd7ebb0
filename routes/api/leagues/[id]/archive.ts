import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.archiveLeague, { fields: ['reason'] }, async (call) => {
  const { services, user, params, body } = call;
  const outcome = await services.leagues.archive(user, params.id, body.reason);
  const to = outcome === 'deleted' ? '/leagues' : `/leagues/${params.id}`;
  return acknowledge(call, `leagues:${outcome}`, to);
});
