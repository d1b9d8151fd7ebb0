import { endpoints } from '#core/contract/endpoints.ts';
import { ChooseReview } from '#core/contract/prizes.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { adminReasonedUpdate } from '#services/season/admin-actions.ts';

const PAGE = '/admin/prizes';

/** Sets how long a season's winners stay provisional. */
export default handle(
  endpoints.chooseReview,
  { back: PAGE, fields: ['hours', 'reason'], rawBody: true },
  async (call) => {
    const { hours: reviewHours, reason } = ChooseReview.parse(call.body);
    await adminReasonedUpdate(call.services, call.user, { reviewHours, reason });
    return acknowledge(call, 'prizes:saved', PAGE);
  },
);
