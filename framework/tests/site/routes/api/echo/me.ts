import { z } from 'zod';
import { handle } from '#framework/endpoint.ts';

const answer = z.object({ name: z.string() });

export default handle(
  { method: 'GET', path: '/api/echo/me', access: 'member', answer, summary: 'Who asks.' },
  ({ user, reply }) => reply.ok({ name: user.username }),
);
