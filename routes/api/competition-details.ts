import { api } from '#server/define.ts';

/** Prize and date; the instants of a scheduled start and end when there are any, ISO 8601. */
export default api((app) =>
  app.get(
    '',
    ({ services: { seasons }, reply }) => {
      const { startsAt, endsAt } = seasons.schedule();
      const iso = (ms: number) => new Date(ms).toISOString();
      return reply.ok({
        ...seasons.details(),
        ...(startsAt !== null && { startsAt: iso(startsAt) }),
        ...(endsAt !== null && { endsAt: iso(endsAt) }),
      });
    },
    { access: 'member' },
  ),
);
