import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { demandReadable } from '#services/account/privacy.ts';
import { readRank } from '#services/trader/rank.ts';

/**
 * Any trader's rank, and which of its five marks the trader has reached; UNKNOWN_TRADER for a reader who may not open
 * the trader's page.
 */
export default handle(endpoints.rank, async ({ params, user, services, reply }) => {
  await demandReadable(services.sql, user, params.id);
  const { rank, miniRank } = await readRank(services, params.id, user);
  return reply.ok({ rank, miniRank });
});
