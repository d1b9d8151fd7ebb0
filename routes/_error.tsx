import { Icon } from '#components/ui/Icon.tsx';
import { errorPage } from '#server/define.ts';

export default errorPage({
  head: ({ error }) => ({ title: `${error.status} · Paperpit`, robots: 'noindex' }),
  view: ({ error, ctx, stack }) => (
    <section className="mx-auto flex max-w-[640px] flex-col items-center gap-4 py-20 text-center">
      <Icon name="octagon-alert" className="h-10 w-10 text-loss" />
      <h1 className="text-h1">Something went wrong</h1>
      <p role="alert" className="text-paper-2">
        {error.status < 500
          ? error.message
          : 'The application encountered an unexpected error. Please try again later.'}
      </p>
      <a className="btn btn-primary mt-3" href={ctx.url.pathname + ctx.url.search}>
        <Icon name="rotate-ccw" />
        Reload Page
      </a>
      {stack && (
        <pre
          dir="ltr"
          className="mt-5 max-h-[50vh] w-full overflow-auto rounded-[10px] border border-line-1 bg-ink-0 p-4 text-start text-[12px] leading-[18px]"
        >
          {stack}
        </pre>
      )}
    </section>
  ),
});
