import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Applies a measure of the staff to a trader, and makes a ranking pass before the response. */
export default handle(endpoints.takeMeasure, { fields: ['reason'] }, async (call) => {
  await call.services.reports.measure(call.user, call.body);
  await call.services.leaderboard.rankNow();
  return acknowledge(call, 'reports:done', '/admin/reports');
});
