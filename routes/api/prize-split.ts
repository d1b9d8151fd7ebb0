import { endpoints } from '#core/contract/endpoints.ts';
import { ChoosePrizeSplit } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { adminReasonedUpdate } from '#services/season/admin-actions.ts';

const PAGE = '/admin/prizes';

export default handle(
  endpoints.choosePrizeSplit,
  { back: PAGE, fields: ['percents', 'reason'], rawBody: true },
  async ({ body, user, services, reply }) =>
    reply.ok(await adminReasonedUpdate(services, user, ChoosePrizeSplit.parse(body)), {
      form: { to: PAGE, flash: successText('prizes:saved') },
    }),
);
