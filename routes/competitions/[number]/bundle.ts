import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { gzipAnswer } from '#framework/http/gzip.ts';
import { openBundle } from '#services/bundle/bundle.ts';

/** Everything a season that is over can be checked by. */
export default handle(endpoints.seasonBundle, async ({ params, services }) =>
  gzipAnswer(`paperpit-season-${params.number}.jsonl.gz`, await openBundle(services, params.number)),
);
