import { flashIn } from '#framework/context.ts';
import { createFlashes } from '#framework/http/flash.ts';
import { createSigner } from '#framework/http/signing.ts';
import { languages } from '#services/platform/languages.ts';
import type { Services } from '#services/services.ts';

/** The message the next page of this browser would show; null when there is none. @param cookies names and values */
export function flashOf(
  { secret, say }: Pick<Services, 'secret' | 'say'>,
  cookies: ReadonlyMap<string, string>,
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = new Request('http://test.example/', { headers: { cookie } });
  const flash = createFlashes(createSigner(secret, 'paperpit flash')).read(request);
  return flash && flashIn(flash, languages.preferred(request, null), say);
}
