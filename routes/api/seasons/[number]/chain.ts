import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { handle } from '#framework/endpoint.ts';
import { readHead } from '#services/proof/chain.ts';

/** The newest link of a season's chain. */
export default handle(endpoints.seasonChain, async ({ params, services: { sql }, reply }) => {
  const season = await seasonByNumber(sql, params.number);
  if (!season) throw fail('NOT_FOUND');
  return reply.ok(await readHead(sql, season));
});
