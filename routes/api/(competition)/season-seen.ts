import { endpoints } from '#core/contract/endpoints.ts';
import { SEASON_SEEN_COOKIE } from '#core/season/seen.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';

const YEAR_S = 31_536_000;

/** Remembers in this browser that its reader has dismissed the news of a season that is over. */
export default handle(endpoints.seasonSeen, async ({ body: { season, next }, request, reply }) =>
  reply.ok(
    { season },
    {
      headers: {
        'set-cookie': `${SEASON_SEEN_COOKIE}=${season}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`,
      },
      form: { to: next ?? referrer(request) },
    },
  ),
);
