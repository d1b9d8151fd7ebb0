import { flashIn } from '#framework/context.ts';
import { createFlashes } from '#framework/http/flash.ts';
import { purposeKey } from '#framework/http/signing.ts';
import { SESSION_COOKIES } from '#services/account/sessions.ts';
import { languages } from '#services/platform/say.ts';
import type { Services } from '#services/services.ts';

/** Returns the message on the next page of this browser; null without one. @param cookies names and values */
export function flashOf(
  { secret, say }: Pick<Services, 'secret' | 'say'>,
  cookies: ReadonlyMap<string, string>,
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = new Request('http://test.example/', { headers: { cookie } });
  const flash = createFlashes(purposeKey(secret, 'paperpit flash'), SESSION_COOKIES).read(request);
  return flash && flashIn(flash, languages.preferred(request, null), say);
}
