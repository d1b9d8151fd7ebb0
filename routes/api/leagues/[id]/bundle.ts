import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { gzipAnswer } from '#framework/http/response.ts';
import { openGameBundle, openProof } from '#services/leagues/game-proof.ts';

/** The bundle of a finished private game, for the people who may check it. */
export default handle(endpoints.leagueBundle, async ({ params: { id }, user, services }) => {
  const { league } = await openProof(services, id, user);
  return gzipAnswer(`paperpit-game-${id}.jsonl.gz`, await openGameBundle(services, league));
});
