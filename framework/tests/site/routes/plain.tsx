import { asset } from '#framework/asset.ts';
import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  locales: ['en', 'he'],
  cache: { sMaxAge: 300, swr: 600 },
  head: ({ ctx }) => ({ title: 'Plain', jsonLd: { '@type': 'Thing', name: `</script><b>${ctx.locale}` } }),
  view: ({ ctx, t }) => (
    <div className="text-red-500 ms-4">
      <h1>{t('common:hello' as never, { name: 'you' })}</h1>
      <p>{[0, 1, 2, 3].map((count) => t('common:trades' as never, { count })).join(', ')}</p>
      <img src={asset('mark.svg')} alt="" loading="lazy" />
      <p>{ctx.path}</p>
      <p>{'x'.repeat(2000)}</p>
    </div>
  ),
});
