import { endpoints } from '#core/contract/endpoints.ts';

import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Creates recovery codes, which are shown once: a form's next page has them in its flash. */
export default handle(
  endpoints.recoveryCodes,
  { back: '/settings/codes' },
  async ({ request, user, services, reply }) => {
    const codes = await services.recovery.makeCodes(request, user.id);
    const flash = { ...successText('safety:codesMade'), values: { codes: codes.join(' ') } };
    return reply.ok({ codes }, { form: { to: '/settings/codes', flash } });
  },
);
