import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';

const FIELDS = [
  ...['prizePool', 'nextCompetitionDate', 'startsAt', 'endsAt'],
  ...['minPrice', 'maxShare', 'minHoldMinutes', 'hideOpen'],
];

export default handle(
  endpoints.updateCompetition,
  { title: MESSAGES.updateFailed.title, back: '/competitions?dialog=edit', fields: FIELDS },
  async ({ body, user, services, reply }) =>
    reply.ok(await adminUpdate(services, user, body), { form: { to: '/competitions' } }),
);
