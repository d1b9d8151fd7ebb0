import { api } from '#framework/define.ts';

/** Who is signed in; 401 when nobody is. */
export default api((app) =>
  app.get('', async ({ user, services, reply }) => reply.ok(await services.accounts.wire(user!)), {
    access: 'member',
  }),
);
