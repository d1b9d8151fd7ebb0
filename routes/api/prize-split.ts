import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';

const PAGE = '/admin/prizes';

export default handle(
  endpoints.choosePrizeSplit,
  { back: PAGE, fields: ['percents'] },
  async ({ body, user, services, reply }) =>
    reply.ok(await adminUpdate(services, user, body), {
      form: { to: PAGE, flash: successText('prizes:saved') },
    }),
);
