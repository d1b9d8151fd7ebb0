import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Applies an admin's measure to a trader. */
export default handle(endpoints.takeMeasure, { back: '/admin/reports' }, async (call) => {
  await call.services.reports.measure(call.user, call.body);
  await call.services.leaderboard.pass(true);
  return acknowledge(call, 'reports:done', '/admin/reports');
});
