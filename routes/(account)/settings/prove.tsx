import { z } from 'zod';
import { ProvePage } from '#components/account/SignInPages.tsx';
import { page } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';
import { discordStartPath } from '#services/account/discord.ts';

export default page({
  query: z.object({ next: z.string().optional().catch(undefined) }),
  async load({ user, query, services }) {
    const next = sitePath(query.next ?? '/settings');
    const { hasPassword } = await services.recovery.safetyOf(user.id);
    return { next, discord: hasPassword ? null : discordStartPath(next, { isProof: true }) };
  },
  head: ({ t }) => ({ title: t('safety:proveTitle') }),
  view: ({ data }) => <ProvePage {...data} />,
});
