import { expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { fillFrame, frameOf } from './frame.tsx';
import { createLruCache } from './lru-cache.ts';
import { type AroundPage, type PageInfo, PageProvider, ReaderPart } from './page.tsx';
import type { Site } from './site.ts';

const NO_ISLANDS = { used: [], behaviours: 0, preloads: [] };
const PAGE = {
  path: '/desk',
  locale: 'en',
  dir: 'ltr',
  zone: 'UTC',
  flash: null,
  isAddressed: false,
  nonce: 'n1',
  user: { id: 1, username: 'ann', isAdmin: false },
  readerParts: { name: '<b>ann</b>' },
  t: (key: string) => key,
} as unknown as PageInfo;

/** Renders pages of a site with a frame cache. @param around content of its layout */
function desk(around: (page: AroundPage) => ReactNode) {
  let drawn = 0;
  const site = {
    frames: createLruCache(20),
    manifest: {
      app: {
        view: ({ page, head, children }: { page: AroundPage; head: ReactNode; children: ReactNode }) => (
          <html lang={page.locale}>
            <head>{head}</head>
            <body data-nonce={page.nonce}>{children}</body>
          </html>
        ),
      },
    },
  } as unknown as Site;
  const layout = ({ page, children }: { page: AroundPage; children: ReactNode }) => (
    <main>
      {around(page)}
      <ReaderPart name="name" />
      {children}
    </main>
  );
  return {
    drawn: () => drawn,
    show(more: Partial<PageInfo> = {}): string {
      const page = { ...PAGE, ...more };
      const frame = frameOf(
        site,
        { file: 'desk', layouts: [{ kind: 'layout', view: layout }] },
        page,
        (anonymousPage) => {
          drawn += 1;
          const wrap = (children: ReactNode) => <PageProvider value={anonymousPage}>{children}</PageProvider>;
          return { islands: { collected: () => NO_ISLANDS } as never, wrap };
        },
      );
      const contents = { head: '<title>Desk</title>', view: '<p>view</p>', data: '<i></i>' };
      return fillFrame(frame, contents, { ...page.readerParts, nonce: page.nonce ?? '' });
    },
  };
}
const reader = (username: string, isAdmin = false) =>
  ({
    user: { id: 9, username, isAdmin },
    readerParts: { name: `<b>${username}</b>` },
  }) as unknown as PageInfo;

test('a frame makes a whole document of the page, the reader’s parts and the nonce', () => {
  const { show, drawn } = desk((page) => (page.user?.isAdmin ? <s>admin</s> : <s>trader</s>));
  const document = (name: string, nonce: string, rights = 'trader') =>
    '<!DOCTYPE html><html lang="en"><head><title>Desk</title></head>' +
    `<body data-nonce="${nonce}"><main><s>${rights}</s><span class="contents"><b>${name}</b></span>` +
    '<p>view</p></main><i></i></body></html>';
  expect(show()).toBe(document('ann', 'n1'));
  expect(show({ ...reader('bob'), nonce: '$&' })).toBe(document('bob', '$&'));
  expect(drawn()).toBe(1);
  expect(show(reader('eve', true))).toBe(document('eve', 'n1', 'admin'));
  expect(show()).toBe(document('ann', 'n1'));
  expect(drawn()).toBe(2);
});

test('everything a frame can show gives it a cache entry of its own', () => {
  const { show, drawn } = desk((page) => (
    <p>{JSON.stringify({ ...page, user: null, readerParts: null, t: null })}</p>
  ));
  const others: Partial<PageInfo>[] = [
    { path: '/other' },
    { locale: 'he' as never },
    { prefers: 'he' as never },
    { zone: 'Asia/Tokyo' },
    { isAddressed: true },
    { user: null },
    { readerParts: {} },
    { nonce: null },
    { isSmall: true } as never,
  ];
  for (const more of [{}, ...others, ...others, {}]) show(more);
  expect(drawn()).toBe(1 + others.length);
});

test('a frame with a flash is not cached', () => {
  const { show, drawn } = desk((page) => page.flash?.message);
  const flash = { kind: 'success', title: '', message: 'For ann alone' } as PageInfo['flash'];
  expect(show({ flash })).toContain('For ann alone');
  expect(show(reader('bob'))).not.toContain('For ann alone');
  expect(show({ flash })).toContain('For ann alone');
  expect(drawn()).toBe(3);
});

test('a frame knows nothing of its reader but their rights', () => {
  const { show } = desk((page) => JSON.stringify(page.user));
  expect(show()).toContain('{&quot;isAdmin&quot;:false}');
});
