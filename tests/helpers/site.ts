/** A small site of the framework, from a folder of its own, without the application's services. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locale } from '#core/locale/locale.ts';
import { loadAssets } from '#framework/assets.ts';
import { build } from '#framework/build/build.ts';
import { createSite } from '#framework/create-site.ts';
import type { RouteManifest } from '#framework/define.ts';
import { createFlashes } from '#framework/http/flash.ts';
import { createSigner } from '#framework/http/signing.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import { languages } from '#services/platform/languages.ts';
import { createSay } from '#services/platform/say.ts';
import type { Services } from '#services/services.ts';

export type TestSite = { url: string; reports: unknown[]; stop(): Promise<void> };

/** Who a request's `x-user` header or `sid` cookie says it is; `root` is an admin. */
function userOf(request: Request) {
  const name = request.headers.get('x-user') ?? /sid=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return name
    ? { id: name.length, username: name, isAdmin: name === 'root', locale: null as Locale | null }
    : null;
}

/** An issue of this site's schemas: they name `short`; what they leave to zod is `wrong`. */
function issueIn(found: unknown) {
  const { path, message } = found as { path: PropertyKey[]; message: string };
  return { path: path.join('.'), code: message === 'short' ? 'short' : 'wrong' };
}

/** Builds the site in `root`, in development's way if `dev`, and serves it on a free port. */
export async function startSite(root: string, { dev = false } = {}): Promise<TestSite> {
  const out = join(root, dev ? '.build/dev' : '.build/live');
  await build({ root, out, dev });
  const { manifest } = (await import(join(out, 'routes.gen.ts'))) as { manifest: RouteManifest };
  const reports: unknown[] = [];
  const translations = loadTranslations(join(root, 'locales'), languages);
  const app = createSite({
    manifest,
    assets: loadAssets(out),
    translations,
    languages,
    say: createSay(translations),
    issueOf: issueIn,
    explain: () => null,
    flashes: createFlashes(createSigner(randomBytes(32), 'flash')),
    services: {} as Services,
    rules: { publicUrl: '', publicHost: null, allowedOrigins: ['https://partner.example'] },
    dev,
    https: () => false,
    // A turn of the event loop, so that requests really overlap.
    readUser: async (request) => new Promise((done) => setImmediate(() => done(userOf(request)))),
    count: async () => {},
    facts: () => ({ competition: { active: true }, isSmall: false }),
    personalCookies: ['sid'],
    signInPath: '/auth',
    styleHashes: [],
    refused() {},
    report: (error) => reports.push(error),
  });
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false });
  return {
    url: `http://localhost:${app.server!.port}`,
    reports,
    stop: async () => void (await app.stop(true)),
  };
}
