import { z } from 'zod';
import { handle, methods } from '#framework/endpoint.ts';
import type { TextParams } from '#framework/failure.ts';

const Body = z.object({ text: z.string().min(2, 'short'), n: z.coerce.number().optional() });
const address = { path: '/api/echo', summary: 'Says it again.' } as const;

const text = (key: string, params?: TextParams) => ({
  key: `common:${key}` as never,
  ...(params && { params }),
});

export default methods(
  handle({ ...address, method: 'GET', access: 'public', answer: z.unknown() }, ({ query, reply }) =>
    reply.ok({ query }),
  ),
  handle(
    {
      ...address,
      method: 'POST',
      access: 'member',
      limit: 'change',
      body: Body,
      answer: Body,
      form: true,
      isExact: true,
    },
    { title: 'errors:echoTitle' as never, back: '/plain' },
    ({ body, reply }) =>
      reply.ok(body, {
        form: {
          to: '/plain',
          flash: { kind: 'success', title: text('done'), message: text('got', { text: body.text }) },
        },
      }),
  ),
);
