import { endpoints } from '#core/contract/endpoints.ts';
import { wireDetails } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';

/** The settings of the season that members may read, with its planned start and end (ISO 8601) if there are any. */
export default handle(endpoints.competitionDetails, ({ services: { seasons }, reply }) => {
  const { startsAt, endsAt } = seasons.schedule();
  const iso = (ms: number) => new Date(ms).toISOString();
  return reply.ok({
    ...wireDetails(seasons.details()),
    ...(startsAt !== null && { startsAt: iso(startsAt) }),
    ...(endsAt !== null && { endsAt: iso(endsAt) }),
  });
});
