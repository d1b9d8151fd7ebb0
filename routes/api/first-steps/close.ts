import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Closes the card of first steps for good; a trader who did all steps gets the gift, which the profile shows. */
export default handle(endpoints.closeFirstSteps, async ({ user, services, reply, t }) => {
  const isGiven = await services.firstSteps.close(user.id);
  const message = isGiven ? 'home:giftTaken' : 'home:stepsClosed';
  const form = isGiven ? { to: '/profile', flash: successText(message) } : { to: '/' };
  return reply.ok({ message: t(message) }, { form });
});
