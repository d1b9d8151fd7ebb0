import { endpoints } from '#core/contract/endpoints.ts';
import { readNotification } from '#db/queries/account/notifications.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';

export default handle(
  endpoints.readNotification,
  async ({ services, user, params, body, request, reply, t }) => {
    const { sql, databaseClock, bus } = services;
    await readNotification(sql, user.id, params.id, new Date(databaseClock.now()));
    bus.publish({ type: 'notifications-read', userId: user.id });
    return reply.ok({ message: t('settings:oneRead') }, { form: { to: body.next ?? referrer(request) } });
  },
);
