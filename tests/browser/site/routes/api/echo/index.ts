import { z } from 'zod';
import { handle, methods } from '#framework/endpoint.ts';

const Body = z.object({ text: z.string().min(2, 'Say more.'), n: z.coerce.number().optional() });
const at = { path: '/api/echo', summary: 'Says it again.' } as const;

export default methods(
  handle({ ...at, method: 'GET', access: 'public', answer: z.unknown() }, ({ query, reply }) =>
    reply.ok({ query }),
  ),
  handle(
    { ...at, method: 'POST', access: 'member', limit: 'change', body: Body, answer: Body, form: true },
    ({ body, reply }) =>
      reply.ok(body, {
        form: { to: '/plain', flash: { kind: 'success', title: 'Done', message: `Got ${body.text}` } },
      }),
    { form: { title: 'Echo failed', back: '/plain' } },
  ),
);
