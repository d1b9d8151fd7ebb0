import { MESSAGES } from '#core/messages.ts';
import { ToggleCompetition } from '#core/wire/competition.ts';
import { toggleCompetition } from '#server/admin-actions.ts';
import { api } from '#server/define.ts';

/** Which of the two did not happen. */
function whatFailed(body: unknown): string {
  const ends = ToggleCompetition.safeParse(body).data?.active === false;
  return (ends ? MESSAGES.endFailed : MESSAGES.startFailed).message;
}

/** Starts (`active: true`) or ends the competition; 409 when it already is so. */
export default api((app) =>
  app.post(
    '',
    async ({ body, user, services, reply }) => {
      const flash = await toggleCompetition(services, user!, body.active);
      return reply.ok(
        { active: body.active, message: flash.message },
        { form: { to: '/competitions', flash } },
      );
    },
    {
      access: 'admin',
      limit: 'change',
      body: ToggleCompetition,
      form: { title: MESSAGES.startFailed.title, back: '/competitions', failure: whatFailed },
    },
  ),
);
