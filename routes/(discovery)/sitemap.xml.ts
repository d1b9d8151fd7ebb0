import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

export default handle(
  endpoints.sitemap,
  async ({ services: { sitemap } }) =>
    new Response(await sitemap.read(), {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    }),
);
