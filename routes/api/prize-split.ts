import { endpoints } from '#core/contract/endpoints.ts';
import { ChoosePrizeSplit } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';
import { tryReasoned } from '#services/season/season-terms.ts';

const PAGE = '/admin/prizes';

export default handle(
  endpoints.choosePrizeSplit,
  { back: PAGE, fields: ['percents', 'reason'], rawBody: true },
  async ({ body, user, services, reply }) => {
    const edit = ChoosePrizeSplit.parse(body);
    await tryReasoned(services, edit, user.id);
    return reply.ok(await adminUpdate(services, user, edit), {
      form: { to: PAGE, flash: successText('prizes:saved') },
    });
  },
);
