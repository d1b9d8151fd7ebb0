/** A small site in a folder of its own, on the framework without the application's services. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loadAssets } from '../assets.ts';
import { build } from '../build/build.ts';
import { createSite } from '../create-site.ts';
import type { RouteManifest } from '../define.ts';
import type { Text } from '../failure.ts';
import { createFlashes } from '../http/flash.ts';
import { loadTranslations, type Translations } from '../locale/i18n.ts';
import { createLanguages } from '../locale/languages.ts';
import type { PageFacts, SiteLocale, SiteServices } from '../register.ts';
import type { SlotValues } from '../shared-document.ts';

const ROOT = join(import.meta.dir, 'site');
const languages = createLanguages({ all: ['en', 'he'], fallback: 'en', zone: 'UTC' });

export type TestSite = { url: string; reports: unknown[]; stop(): Promise<void> };

/** Returns the user that a request's `x-user` header or `sid` cookie names; `root` is an admin. */
function userOf(request: Request) {
  const name = request.headers.get('x-user') ?? /sid=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return name
    ? { id: name.length, username: name, isAdmin: name === 'root', locale: null as SiteLocale | null }
    : null;
}

/** Returns the issue for an issue of this site's schemas: `short`, or `wrong` for any other. */
function issueIn(found: unknown) {
  const { path, message } = found as { path: PropertyKey[]; message: string };
  return { path: path.join('.'), code: message === 'short' ? 'short' : 'wrong' };
}

/** Returns texts in a language; values are inserted as they are. */
const createSay = (translations: Translations) => (text: Text | readonly Text[], locale: SiteLocale) => {
  const one = ({ key, params }: Text) => translations(locale)(key, params as Record<string, string | number>);
  return 'key' in text ? one(text) : text.map(one).join(' ');
};

/** Builds the site in the folder beside this file and serves it on a free port. @param dev true for development mode */
export async function startSite({ dev = false } = {}): Promise<TestSite> {
  const out = join(ROOT, dev ? '.build/dev' : '.build/live');
  await build({ root: ROOT, out, dev });
  const { manifest } = (await import(join(out, 'routes.gen.ts'))) as { manifest: RouteManifest };
  const reports: unknown[] = [];
  const translations = loadTranslations(join(ROOT, 'locales'), languages);
  const app = createSite({
    name: 'Little site',
    pictureIn: (locale) => `/${locale}.png`,
    manifest,
    assets: loadAssets(out),
    translations,
    languages,
    say: createSay(translations),
    formFields: ['page'],
    issueOf: issueIn,
    explain: () => null,
    flashes: createFlashes(randomBytes(32), ['sid']),
    services: {} as SiteServices,
    rules: { publicUrl: '', publicHost: null, allowedOrigins: ['https://partner.example'] },
    dev,
    https: () => false,
    // a turn of the event loop, so that requests overlap
    readUser: async (request) => new Promise((done) => setImmediate(() => done(userOf(request)))),
    count: async () => {},
    facts: () => ({}) as PageFacts,
    readerParts: ({ user }): SlotValues => (user ? { name: user.username } : {}),
    personalCookies: ['sid'],
    pageLinks: 'nav a',
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
