import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** Beginnings of paths that search engines must leave out: calls and personal pages. */
const BARRED = ['/api', '/admin', '/join', '/leagues', '/settings', '/auth/', '/go/'];

export default handle(endpoints.robots, ({ services: { settings } }) => {
  const lines = ['User-agent: *', ...BARRED.map((path) => `Disallow: ${path}`), ''];
  return new Response(`${lines.join('\n')}\nSitemap: ${settings.publicUrl}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
});
