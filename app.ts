/** Connects the site to the framework: services, texts, limits, and the reader's parts of a page. */
import { join } from 'node:path';
import { drawFace, drawNews, drawUnread, drawWaiting } from '#components/layout/reader-parts.tsx';
import { SITE_ZOOM, SITE_ZOOM_COOKIE } from '#core/account/preferences.ts';
import { FORM_FIELDS } from '#core/contract/fields.ts';
import { plainFields } from '#core/money/typed-decimal.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { NUMBER_RULES } from '#core/trading/season-rules.ts';
import { isUnavailable } from '#db/client.ts';
import { loadAssets } from '#framework/assets.ts';
import { createSite } from '#framework/create-site.ts';
import { type RequestContext, type RouteManifest, redirect } from '#framework/define.ts';
import { type Failure, httpFailure, isFailure } from '#framework/failure.ts';
import { readCookie } from '#framework/http/cookies.ts';
import { createFlashes } from '#framework/http/flash.ts';
import { isHttps, requestId } from '#framework/http/request.ts';
import { createSessionCache } from '#framework/http/session-cache.ts';
import { purposeKey } from '#framework/http/signing.ts';
import type { SlotValues } from '#framework/shared-document.ts';
import { marketLabel } from '#market/market.ts';
import { demandAccount } from '#services/account/guests.ts';
import { readerFace, readerNews } from '#services/account/reader.ts';
import { SESSION_COOKIES } from '#services/account/sessions.ts';
import { siteCardOf } from '#services/home/link-cards.ts';
import { languages } from '#services/platform/say.ts';
import type { BusEvent } from '#services/realtime/bus.ts';
import { realtime, SOCKET_LIMITS } from '#services/realtime/socket.ts';
import { demandFreedom } from '#services/reports/reports.ts';
import type { Services } from '#services/services.ts';

/**
 * PostgreSQL's codes for values it cannot read: text with a NUL, text that is not a number, a number beyond its type.
 * Such values come from outside only.
 */
const UNREADABLE_VALUES = new Set(['22021', '22P05', '22P02', '22003']);

/** Returns the refusal for an error of the database; null for any other error. */
function explain(error: unknown): Failure | null {
  if (error instanceof Error && UNREADABLE_VALUES.has(String((error as { code?: unknown }).code)))
    return httpFailure('INVALID');
  return isUnavailable(error) ? httpFailure('UNAVAILABLE', { headers: { 'retry-after': '1' } }) : null;
}

/** Events of the bus after which a process forgets its cached sessions. */
const FORGETTING = new Set<BusEvent['type']>(['signedOut', 'role', 'gap', 'notifications-read']);

/** The one-file build unpacks its files into PAPERPIT_FILES. */
const ROOT = process.env.PAPERPIT_FILES ?? import.meta.dir;
/** Hash of the style that lightweight-charts 5.2.1 adds for its attribution logo, which takes no nonce. */
const CHART_LOGO_STYLE = 'sha256-3pRED1tOXas1FXFoPb9TGCjmYe9XQsmO9OV23khV2nY=';

/** Returns the HTML of the reader's parts of the frame; empty for a visitor. */
function readerParts(ctx: RequestContext): SlotValues {
  const { user, url } = ctx;
  const reader = readerFace(ctx);
  if (!user || !reader) return {};
  const { face, level } = drawFace(ctx, reader);
  const news = drawNews(ctx, readerNews(ctx, user), url.pathname + url.search);
  return { face, level, news, waiting: drawWaiting(ctx, user), unread: drawUnread(ctx, user) };
}

/** @throws when there is no build, or a route breaks a rule of the framework */
export async function createApp(services: Services) {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const { settings, log } = services;
  const users = createSessionCache(
    async (request) => (await services.sessions.read(request))?.user ?? null,
    services.databaseClock.now,
  );
  services.bus.subscribe((event) => {
    if (FORGETTING.has(event.type)) users.forget();
  });
  const app = createSite(
    {
      name: 'Paperpit',
      pictureIn: siteCardOf,
      manifest,
      assets: loadAssets(join(ROOT, '.build')),
      translations: services.translations,
      languages,
      say: services.say,
      issueOf,
      explain,
      readForm: (fields) => plainFields(fields, NUMBER_RULES),
      formFields: FORM_FIELDS,
      flashes: createFlashes(purposeKey(services.secret, 'paperpit flash'), SESSION_COOKIES),
      services,
      // mail programs should send a multipart form (RFC 8058, 3.2)
      takesMultipart: (path) => path.startsWith('/api/unsubscribe/'),
      rules: settings,
      dev: process.env.NODE_ENV === 'development',
      https: (request) => isHttps(request, settings),
      readUser: users.read,
      changed: users.forget,
      count(kind, request, user) {
        // every call that changes something has a limit, so this check covers all such calls
        demandFreedom(request, user);
        // a browser that has signed in before has a quota that unknown browsers at its address cannot use up
        const device = kind === 'login' && !user ? services.devices.read(request) : null;
        const account = device ? `device ${device.id}` : user?.id;
        return services.limits.count(kind, { account, address: services.addresses.of(request) });
      },
      demandMore(access, user, page) {
        demandAccount(access, user, page);
        if (!user.needsFactor || (access !== 'staff' && access !== 'admin')) return;
        throw page ? redirect('/settings/factor') : fail('FACTOR_NEEDED');
      },
      facts: (request) => ({
        competition: {
          active: services.seasons.active(),
          over: services.outcomes.newest()?.number ?? null,
        },
        prices: marketLabel(services.market),
        guests: settings.guests,
        isSmall: request !== null && readCookie(request, SITE_ZOOM_COOKIE) === SITE_ZOOM,
      }),
      readerParts,
      personalCookies: SESSION_COOKIES,
      pageLinks: '.topnav-items a, .sidenav a, .phonenav a, .account-menu a',
      signInPath: '/auth',
      styleHashes: [CHART_LOGO_STYLE],
      refused: services.securityLog.refused,
      trustsProxies: settings.trustProxy > 0,
      observe(observation) {
        services.meters.request(observation);
        services.counts.visit(observation.request, observation);
        services.drain.seen(observation);
      },
      isClosing: services.drain.isLeaving,
      report(error, request) {
        const facts = { err: error, path: new URL(request.url).pathname, request: requestId(request) };
        // an unavailable dependency is not an error of the program
        if (isFailure(error) || explain(error)) log.warn(facts, 'request refused for now');
        else log.error(facts, 'request failed');
      },
    },
    SOCKET_LIMITS,
  );
  app.onStart(({ server }) => {
    if (server) services.addresses.attach(server);
  });
  return app.use(realtime(services));
}
