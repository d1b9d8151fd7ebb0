import { CrashBox } from '#components/layout/CrashBox.tsx';
import { ink } from '#components/ui/tokens.ts';
import { SITE_ZOOM } from '#core/account/preferences.ts';
import { asset } from '#framework/asset.ts';
import { app } from '#framework/define.ts';

export default app(({ page, head, children }) => (
  <html lang={page.locale} dir={page.dir} data-zoom={page.isSmall ? SITE_ZOOM : undefined}>
    <head>
      <meta charSet="utf-8" />
      {/* delays the first frame until the main part begins: a frame with the bars alone would delay the page */}
      <link rel="expect" href="#main" blocking="render" />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
      />
      <meta name="color-scheme" content="dark" />
      <meta name="theme-color" content={ink[1]} />
      <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={asset('apple-touch-icon.png')} />
      <link rel="manifest" href={`/manifest-${page.locale}.webmanifest`} />
      {head}
    </head>
    <body>
      {children}
      <CrashBox
        isAdmin={page.user?.isAdmin ?? false}
        notice={page.t('messages:crashNotice')}
        title={page.t('messages:crashTitle')}
        text={page.t('messages:crash')}
        reload={page.t('common:reload')}
        close={page.t('common:close')}
      />
    </body>
  </html>
));
