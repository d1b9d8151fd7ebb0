import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import { rosterFile } from '#services/leagues/roster-view.ts';

/** The roster of a league as CSV, for its owner, helpers and admins of the site. */
export default handle(endpoints.leagueRoster, async ({ params, user, services: { leagues } }) => {
  const { league } = await leagues.openRoster(params.id, user);
  const { columns, rows } = rosterFile(await leagues.roster(league, user));
  async function* batches() {
    yield rows;
  }
  return await csvAnswer(`paperpit-league-${league.id}-roster`, columns, batches());
});
