/**
 * Returns the text of the site's service worker. When a browser cannot reach the site, the worker shows `page`, which
 * its text contains. The worker stores nothing, so no private page and no old price can appear. A worker with a changed
 * text takes over at once and deletes all caches of the site.
 * @param page a whole document @param policy its content security policy
 */
export function offlineWorkerText(page: string, policy: string): string {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  };
  return `const page = ${JSON.stringify(page)};
const headers = ${JSON.stringify(headers)};

// files and calls bypass the worker, in browsers with static routes
const onlyPages = [{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }];

async function takeOver() {
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) await caches.delete(name);
  await self.clients.claim();
}

// navigation preload: the browser requests the page while the worker starts
async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(page, { status: 503, headers });
  }
}

self.addEventListener('install', (event) => {
  event.addRoutes?.(onlyPages).catch(() => {});
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode === 'navigate' && method === 'GET') event.respondWith(answer(event));
});
`;
}
