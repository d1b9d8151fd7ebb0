import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { showEmail } from '#services/account/people.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Shows a person's e-mail address once. */
export default handle(endpoints.showEmail, async ({ services, user, params, reply }) => {
  const email = await showEmail(services.sql, user, params.id);
  const flash = { ...successText('people:emailShown'), values: { [`email${params.id}`]: email ?? '' } };
  return reply.ok({ email }, { form: { to: `/admin/people/${params.id}`, flash } });
});
