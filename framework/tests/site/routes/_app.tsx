import { app } from '#framework/define.ts';

export default app(({ page, head, children }) => (
  <html lang={page.locale} dir={page.dir}>
    <head>
      <meta charSet="utf-8" />
      {/* Without it browsers ask for /favicon.ico, which is a 404 in the console. */}
      <link rel="icon" href="data:," />
      {head}
    </head>
    <body>{children}</body>
  </html>
));
