import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.reportTrader, { fields: ['reason', 'message'] }, async (call) => {
  await call.services.reports.add(call.user, call.body);
  return acknowledge(call, 'reports:sent', sitePath(call.body.next ?? '/leaderboards'));
});
