import { endpoints } from '#core/contract/endpoints.ts';

import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** New recovery codes, shown once: a form's next page has them from a message that is gone afterwards. */
export default handle(
  endpoints.recoveryCodes,
  { back: '/settings/codes' },
  async ({ request, user, services, reply }) => {
    const codes = await services.recovery.makeCodes(request, user.id);
    const flash = { ...successText('safety:codesMade'), values: { codes: codes.join(' ') } };
    return reply.ok({ codes }, { form: { to: '/settings/codes', flash } });
  },
);
