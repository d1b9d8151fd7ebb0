import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';

const PAGE = '/admin/prizes';

/** Sets how long a season's winners stay provisional. */
export default handle(endpoints.chooseReview, { back: PAGE, fields: ['hours'] }, async (call) => {
  await adminUpdate(call.services, call.user, { reviewHours: call.body.hours });
  return acknowledge(call, 'prizes:saved', PAGE);
});
