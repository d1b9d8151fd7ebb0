import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Returns a winner's name, contact and payment details. A form's next page has them in its flash. */
export default handle(endpoints.showClaim, async ({ body, user, services, reply }) => {
  const claim = await services.claims.show(user, body);
  const { legalName, contact, payment } = claim;
  const flash = {
    ...successText('prizes:claimShown'),
    values: { winner: body.username, legalName, contact, payment },
  };
  return reply.ok(claim, { form: { to: `/admin/prizes/${body.season}`, flash } });
});
