import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { writeAnnouncement } from '#services/announcements/written.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';

/** Stores an announcement as a draft, which its page shows in both languages. */
export default handle(
  endpoints.writeAnnouncement,
  { back: '/admin/announcements', fields: LOCALES },
  async ({ services, request, user, body, reply }) => {
    const { intent, ...texts } = body;
    const key = keyOfRequest(request, intent);
    const { answer, replayed } = await writeAnnouncement(services, user, texts, key);
    const form = { to: `/admin/announcements?id=${answer.id}` };
    return reply.ok(answer, { status: 201, headers: replayHeaders(replayed), form });
  },
);
