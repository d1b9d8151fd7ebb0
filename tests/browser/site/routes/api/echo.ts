import { z } from 'zod';
import { api } from '#framework/define.ts';

const Body = z.object({ text: z.string().min(2, 'Say more.'), n: z.coerce.number().optional() });

export default api((app) =>
  app
    .get('', ({ query }) => ({ query }), { access: 'public' })
    .get('/me', ({ user }) => ({ name: user?.username }), { access: 'member' })
    .get(
      '/boom',
      () => {
        throw new Error('the password is swordfish');
      },
      { access: 'public' },
    )
    .get('/long', () => ({ text: 'long '.repeat(1000) }), { access: 'public' })
    .post(
      '',
      ({ body, reply }) =>
        reply.ok(body, {
          form: { to: '/plain', flash: { kind: 'success', title: 'Done', message: `Got ${body.text}` } },
        }),
      { access: 'member', limit: 'change', body: Body, form: { title: 'Echo failed', back: '/plain' } },
    )
    .delete('/:id', ({ params }) => ({ gone: params.id }), { access: 'admin', limit: 'change' }),
);
