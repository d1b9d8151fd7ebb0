import { asset } from '#components/asset.ts';
import { app } from '#server/define.ts';

export default app(({ page, head, children }) => (
  <html lang={page.locale} dir={page.dir}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="dark" />
      <meta name="theme-color" content="#0b0d11" />
      <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
      {head}
    </head>
    <body>{children}</body>
  </html>
));
