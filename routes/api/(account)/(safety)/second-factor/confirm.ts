import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Turns the second factor on, with recovery codes that are shown once: a form's next page has them in its flash. */
export default handle(
  endpoints.confirmFactor,
  { back: '/settings/factor' },
  async ({ request, body, user, services, reply }) => {
    const codes = await services.secondFactor.confirm(request, user, body.code);
    const flash = { ...successText('safety:factorOn'), values: { codes: codes.join(' ') } };
    return reply.ok({ codes }, { form: { to: '/settings/factor', flash } });
  },
);
