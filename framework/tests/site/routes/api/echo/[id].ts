import { z } from 'zod';
import { handle } from '#framework/endpoint.ts';

const answer = z.object({ gone: z.string() });

export default handle(
  {
    method: 'DELETE',
    path: '/api/echo/:id',
    access: 'admin',
    limit: 'change',
    isExact: true,
    answer,
    summary: 'Deletes what there is not.',
  } as const,
  ({ params, reply }) => reply.ok({ gone: params.id! }),
);
