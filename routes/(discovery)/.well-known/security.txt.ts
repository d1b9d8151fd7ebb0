import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';

const HALF_A_YEAR_MS = 180 * 86_400_000;

/** The contact for security reports (RFC 9116). */
export default handle(endpoints.securityTxt, ({ services: { settings, clock } }) => {
  const lines = [
    `Contact: mailto:${settings.contactEmail}`,
    `Expires: ${new Date(clock.now() + HALF_A_YEAR_MS).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${settings.publicUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
});
