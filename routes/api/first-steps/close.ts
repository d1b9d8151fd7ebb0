import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Closes the card of first steps for good. */
export default handle(endpoints.closeFirstSteps, async ({ user, services, reply, t }) => {
  await services.firstSteps.close(user.id);
  return reply.ok({ message: t('home:stepsClosed') }, { form: { to: '/' } });
});
