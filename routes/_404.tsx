import { Mark } from '#components/ui/Mark.tsx';
import { errorPage } from '#framework/define.ts';

export default errorPage({
  head: ({ error }) => ({ title: `${error.message} · Paperpit`, robots: 'noindex' }),
  view: ({ error, ctx }) => (
    <section className="mx-auto flex max-w-140 flex-col items-center gap-4 py-20 text-center">
      <Mark shape="square" className="h-10 w-10 !text-line-3" />
      <h1 className="text-h1">{error.message}</h1>
      <p className="max-w-full break-words text-paper-2">
        <bdi dir="ltr">{ctx.url.pathname.slice(0, 120)}</bdi>
      </p>
      <a className="btn btn-secondary mt-3" href="/">
        {ctx.t('nav:home')}
      </a>
    </section>
  ),
});
