import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { handle } from '#framework/endpoint.ts';
import { gzipAnswer } from '#framework/http/response.ts';
import { openBundle } from '#services/proof/bundle.ts';

export default handle(endpoints.seasonBundle, async ({ params: { number }, services }) => {
  const season = await seasonByNumber(services.sql, number);
  if (!season) throw fail('NOT_FOUND');
  const bundle = await services.reads.ofSeason(season, (from) =>
    openBundle({ ...services, sql: from }, season),
  );
  return gzipAnswer(`paperpit-season-${number}.jsonl.gz`, bundle);
});
