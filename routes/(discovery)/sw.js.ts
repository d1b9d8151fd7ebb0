import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { OFFLINE_INLINE, OfflinePage } from '#components/layout/OfflinePage.tsx';
import { endpoints } from '#core/contract/endpoints.ts';
import type { Locale } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { tagged } from '#framework/http/response.ts';
import { contentPolicy, inlineHash } from '#framework/http/security.ts';
import { directionOf } from '#framework/locale/direction.ts';
import type { Translate } from '#framework/page.tsx';
import { offlineWorkerText } from '#services/home/offline-worker.ts';

const POLICY = contentPolicy({
  nonce: null,
  scriptHashes: [inlineHash(OFFLINE_INLINE.script)],
  styleHashes: [inlineHash(OFFLINE_INLINE.style)],
});
const workers = new Map<Locale, string>();

function workerIn(locale: Locale, t: Translate): string {
  const page = createElement(OfflinePage, { locale, dir: directionOf(locale), t });
  return offlineWorkerText(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, POLICY);
}

export default handle(endpoints.offlineWorker, ({ request, query: { l }, services: { translations } }) => {
  const worker = workers.get(l) ?? workerIn(l, translations(l));
  workers.set(l, worker);
  return tagged(request, worker, {
    etag: `"${Bun.hash(worker).toString(36)}"`,
    'content-type': 'text/javascript; charset=utf-8',
    // so that the browser checks for a new version at each page
    'cache-control': 'no-cache',
    // the worker may only fetch
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
});
