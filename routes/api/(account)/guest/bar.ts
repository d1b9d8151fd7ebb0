import { GUEST_BAR_COOKIE } from '#core/account/visitor.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';
import { cookieHeader } from '#framework/http/cookies.ts';

/** Hides the guest's bar in this browser, until the browser is closed. */
export default handle(endpoints.closeGuestBar, async ({ body: { next }, user, request, reply }) => {
  const headers = { 'set-cookie': cookieHeader(GUEST_BAR_COOKIE, String(user.id), {}) };
  return reply.ok({ success: true }, { headers, form: { to: next ?? referrer(request) } });
});
