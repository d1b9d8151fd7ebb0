import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES, successOf } from '#core/contract/messages.ts';
import { ToggleCompetition } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';
import { adminToggle } from '#services/season/admin-actions.ts';

/** The texts of a failed start and of a failed end. */
function whatFailed(body: unknown) {
  const ends = ToggleCompetition.safeParse(body).data?.active === false;
  return (ends ? MESSAGES.endFailed : MESSAGES.startFailed).message;
}

/** Starts (`active: true`) or ends the season; 409 where it is in that state already. */
export default handle(
  endpoints.toggleCompetition,
  { title: MESSAGES.startFailed.title, back: '/competitions', failure: whatFailed },
  async ({ body, user, services, reply, t }) => {
    const { active } = body;
    await adminToggle(services, user, active);
    const name = active ? 'started' : 'ended';
    const message = t(MESSAGES[name].message);
    return reply.ok({ active, message }, { form: { to: '/competitions', flash: successOf(name) } });
  },
);
