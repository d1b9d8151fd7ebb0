import { z } from 'zod';
import { handle } from '#framework/endpoint.ts';

const answer = z.object({ text: z.string() });

export default handle(
  { method: 'GET', path: '/api/echo/long', access: 'public', answer, summary: 'Much text.' },
  ({ reply }) => reply.ok({ text: 'long '.repeat(1000) }),
);
