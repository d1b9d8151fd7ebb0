import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { writeAnnouncement } from '#services/announcements/written.ts';

/** Stores an announcement as a draft, which its page shows in both languages. */
export default handle(
  endpoints.writeAnnouncement,
  { back: '/admin/announcements', fields: LOCALES },
  async ({ services, user, body, reply }) => {
    const id = await writeAnnouncement(services, user, body);
    return reply.ok({ id }, { status: 201, form: { to: `/admin/announcements?id=${id}` } });
  },
);
