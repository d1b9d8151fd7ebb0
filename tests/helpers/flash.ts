import { createFlashes } from '#framework/http/flash.ts';
import { createSigner } from '#framework/http/signing.ts';
import type { Services } from '#services/services.ts';

/** The message the next page of this browser would show; null when there is none. @param cookies names and values */
export function flashOf({ secret }: Pick<Services, 'secret'>, cookies: ReadonlyMap<string, string>) {
  const cookie = `flash=${cookies.get('flash') ?? ''}`;
  const request = new Request('http://test.example/', { headers: { cookie } });
  return createFlashes(createSigner(secret, 'flash')).read(request);
}
