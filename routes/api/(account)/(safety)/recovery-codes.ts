import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Creates recovery codes, which are shown once: a form's next page has them in its flash. */
export default handle(
  endpoints.recoveryCodes,
  { back: '/settings/codes' },
  async ({ request, body, user, services, reply }) => {
    if (body?.password !== undefined) await services.proofs.prove(request, user, body.password);
    const codes = await services.recovery.makeCodes(request, user.id);
    const flash = { ...successText('safety:codesMade'), values: { codes: codes.join(' ') } };
    return reply.ok({ codes }, { form: { to: '/settings/codes', flash } });
  },
);
