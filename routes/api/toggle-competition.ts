import { endpoints } from '#core/contract/endpoints.ts';
import { ToggleCompetition } from '#core/contract/schemas/competition.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { handle } from '#framework/endpoint.ts';
import { toggleCompetition } from '#services/season/admin-actions.ts';

/** Which of the two did not happen. */
function whatFailed(body: unknown): string {
  const ends = ToggleCompetition.safeParse(body).data?.active === false;
  return (ends ? MESSAGES.endFailed : MESSAGES.startFailed).message;
}

/** Starts (`active: true`) or ends the competition; 409 when it already is so. */
export default handle(
  endpoints.toggleCompetition,
  async ({ body, user, services, reply }) => {
    const flash = await toggleCompetition(services, user, body.active);
    return reply.ok(
      { active: body.active, message: flash.message },
      { form: { to: '/competitions', flash } },
    );
  },
  { form: { title: MESSAGES.startFailed.title, back: '/competitions', failure: whatFailed } },
);
