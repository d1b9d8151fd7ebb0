import { endpoints } from '#core/contract/endpoints.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { unsubscribe } from '#services/account/notification-mail.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const SETTINGS = '/settings/notifications';

/** Ends the mails about Season news; mail programs call it without a cookie. */
export default methods(
  handle(endpoints.openUnsubscribe, async ({ reply }) => reply.go(SETTINGS)),
  handle(endpoints.unsubscribe, async (call) => {
    await unsubscribe(call.services, call.params.token);
    return acknowledge(call, 'announcements:unsubscribed', SETTINGS);
  }),
);
