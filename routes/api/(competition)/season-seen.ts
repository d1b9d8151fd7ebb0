import { endpoints } from '#core/contract/endpoints.ts';
import { SEASON_SEEN_COOKIE, withSeasonSeen } from '#core/season/seen.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';
import { cookieHeader, readCookie } from '#framework/http/cookies.ts';

const YEAR_S = 31_536_000;

/** Stores in this browser that the account has dismissed the notification about the end of a season. */
export default handle(endpoints.seasonSeen, async ({ body: { season, next }, user, request, reply }) => {
  const cookieValue = withSeasonSeen(readCookie(request, SEASON_SEEN_COOKIE), user.id, season);
  const headers = { 'set-cookie': cookieHeader(SEASON_SEEN_COOKIE, cookieValue, { maxAge: YEAR_S }) };
  return reply.ok({ season }, { headers, form: { to: next ?? referrer(request) } });
});
