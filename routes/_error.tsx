import { Icon } from '#components/ui/Icon.tsx';
import { errorPage } from '#framework/define.ts';
import { requestId } from '#framework/http/request.ts';

/** The crash view, or the refusal of a page. */
export default errorPage({
  head: ({ error }) => ({ title: `${error.status} · Paperpit`, robots: 'noindex' }),
  view: ({ error, ctx, stack }) => {
    const { t } = ctx;
    const isCrash = error.status >= 500;
    return (
      <section className="mx-auto flex max-w-160 flex-col items-center gap-4 py-20 text-center">
        <Icon name="octagon-alert" size="size-10" className="text-loss" />
        <h1 className="text-h1">{isCrash ? t('messages:crashTitle') : error.message}</h1>
        {isCrash && (
          <p role="alert" className="text-paper-2">
            {t('messages:crash')}
          </p>
        )}
        {isCrash ? (
          <a className="btn btn-primary mt-3" href={ctx.url.pathname + ctx.url.search}>
            <Icon name="rotate-ccw" />
            {t('common:reload')}
          </a>
        ) : (
          <a className="btn btn-secondary mt-3" href="/">
            {t('nav:home')}
          </a>
        )}
        {isCrash && (
          <p className="text-caption text-paper-3">
            {t('messages:requestId')} <code dir="ltr">{requestId(ctx.request)}</code>
          </p>
        )}
        {isCrash && stack && (
          <textarea
            className="crash-details"
            dir="ltr"
            rows={12}
            readOnly
            aria-label={error.message}
            defaultValue={stack}
          />
        )}
      </section>
    );
  },
});
