import { endpoints } from '#core/contract/endpoints.ts';
import { ToggleCompetition } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { adminToggle } from '#services/season/admin-actions.ts';

function whatFailed(body: unknown) {
  const ends = ToggleCompetition.safeParse(body).data?.active === false;
  return ends ? 'messages:endFailed' : 'messages:startFailed';
}

/** Starts (`active: true`) or ends the season; 409 when the season is in that state already. */
export default handle(
  endpoints.toggleCompetition,
  { title: 'messages:error', back: '/competitions', failure: whatFailed },
  async ({ body, user, services, reply, t }) => {
    const { active, season } = body;
    await adminToggle(services, user, active, season);
    const key = active ? 'messages:started' : 'messages:ended';
    return reply.ok({ active, message: t(key) }, { form: { to: '/competitions', flash: successText(key) } });
  },
);
