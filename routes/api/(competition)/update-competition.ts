import { endpoints } from '#core/contract/endpoints.ts';
import { RULE_NAMES } from '#core/trading/season-rules.ts';
import { handle } from '#framework/endpoint.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';

const FIELDS = ['prizePool', 'nextCompetitionDate', 'startsAt', 'endsAt', ...RULE_NAMES];

export default handle(
  endpoints.updateCompetition,
  { title: 'messages:updateFailed', back: '/competitions?dialog=edit', fields: FIELDS },
  async ({ body, user, services, reply }) =>
    reply.ok(await adminUpdate(services, user, body), { form: { to: '/competitions' } }),
);
