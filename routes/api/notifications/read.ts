import { endpoints } from '#core/contract/endpoints.ts';
import { readNotifications } from '#db/queries/account/notifications.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.readNotifications, async (call) => {
  const { sql, databaseClock, bus } = call.services;
  await readNotifications(sql, call.user.id, new Date(databaseClock.now()), null);
  bus.publish({ type: 'notifications-read', userId: call.user.id });
  return acknowledge(call, 'settings:allRead', '/notifications');
});
