import { readJoinCode } from '#core/account/join-links.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { attemptCookie, MAX_NEXT, refusedSignIn } from '#services/account/discord.ts';

/** Redirects the browser to Discord, with the cookie that binds the sign-in to this browser. */
export default handle(endpoints.discordStart, async ({ request, user, services, reply }) => {
  const query = new URL(request.url).searchParams;
  const next = sitePath(query.get('next'), MAX_NEXT);
  const prover = query.has('prove') ? user : null;
  const member = query.has('member') ? user : null;
  if (user && !user.isGuest && !prover && !member) return reply.go(next);
  const { discord } = services;
  if (!discord) return refusedSignIn(request, reply, 'off', next);
  const { url, begun } = await discord.begin();
  const begunAt = services.clock.now();
  const join = readJoinCode(query.get('join') ?? '');
  const attempt = {
    ...begun,
    next,
    begunAt,
    join,
    endsGuest: query.has('ends-guest'),
    ...(prover && { prover: prover.id }),
    ...(member && { member: member.id }),
  };
  const headers = new Headers({ location: url, 'cache-control': 'private, no-store' });
  headers.append('set-cookie', attemptCookie(request, services, attempt));
  return new Response(null, { status: 303, headers });
});
