/** Pricing, help and payment, which are only read, and the site's icons. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let trader: Client;
beforeAll(async () => {
  server = await startServer({
    env: {
      PUBLIC_URL: 'https://paperpit.example',
      TRUST_PROXY: '1',
      PAY_URL_ANNUAL: 'https://pay.example/annual',
      PAY_URL_FUNDAMENTALS: 'https://pay.example/course?a=1&b=2',
    },
  });
  trader = await server.register();
});
afterAll(() => server?.stop());

const html = { accept: 'text/html' };
const text = (page: string) => page.replace(/<[^>]+>/g, ' ').replace(/[\s\u2066\u2069]+/g, ' ');
const read = async (path: string, client = server.visitor()) => {
  const { status, text: page } = await client.get(path, html);
  expect(status).toBe(200);
  return page;
};

describe('pricing', () => {
  test('the community: its prices, with VAT beside each price', async () => {
    const page = await read('/pricing');
    const said = text(page);
    for (const each of [
      ...['₪ 79', '₪949', '25%+', 'Up to 5 installments', '₪ 109', 'Plus VAT'],
      // 79, 949 and 109 plus 18%
      ...['₪93.22 including 18% VAT', '₪1,119.82 including 18% VAT', '₪128.62 including 18% VAT'],
      ...['official chat community', 'Ongoing investment ideas', 'Opinions on members', 'Portfolio reviews'],
      ...['Full fundamental reviews', 'Fully transparent positions', 'Weekly live sessions', 'Q&amp;A'],
      ...['technical analysis, day trading, options', '20+ bots'],
    ])
      expect(said).toContain(each);
    expect(page).toContain('href="/go/annual"');
    expect(page).toContain('href="/public-contact"');
    // the monthly address is not set: buyers leave a message
    expect(page).toMatch(
      /<a class="btn [^"]*btn-secondary" href="\/public-contact\?plan=monthly"[^>]*>Tell me when<\/a>/,
    );
    expect(await read('/public-contact?plan=monthly')).toContain(
      'Tell me when the monthly community plan is on sale.</textarea>',
    );
  });

  test('the course, behind its own link', async () => {
    expect(await read('/pricing')).toContain('href="/pricing?tab=fundamentals"');
    const page = await read('/pricing?tab=fundamentals');
    for (const each of [
      '₪ 4,000',
      '₪4,720 including 18% VAT',
      'one-time',
      '10 one-hour video sessions',
      'recorded',
      'Up to 7 people',
      'within 48 hours',
      '30%',
      'active or career soldiers',
      'discharged within one year',
    ])
      expect(text(page)).toContain(each);
    expect(page).toContain('href="/go/fundamentals"');
  });

  test.each(['', '?tab=fundamentals'])(
    'in both languages, each knowing the other: /pricing%s',
    async (query) => {
      for (const [path, lang, dir] of [
        [`/pricing${query}`, 'en', 'ltr'],
        [`/he/pricing${query}`, 'he', 'rtl'],
      ] as const) {
        const page = await read(path);
        expect(page).toContain(`<html lang="${lang}" dir="${dir}"`);
        for (const [locale, own] of [
          ['en', '/pricing'],
          ['he', '/he/pricing'],
        ])
          expect(page).toContain(
            `<link rel="alternate" hrefLang="${locale}" href="https://paperpit.example${own}${query}"/>`,
          );
        expect(page).not.toContain('<script');
      }
    },
  );

  test('an unknown tab is the first', async () => {
    expect(text(await read('/pricing?tab=x'))).toContain('Annual');
  });
});

test('help: four questions, links that open elsewhere without a way back in, and the contact page', async () => {
  const page = await read('/help', trader);
  expect([...page.matchAll(/<details/g)]).toHaveLength(4);
  const away = [...page.matchAll(/<a [^>]*href="https:[^>]*>/g)].map(([tag]) => tag);
  expect(away.length).toBeGreaterThanOrEqual(4);
  for (const tag of away) expect(tag).toContain('rel="noopener');
  expect(page).toContain('href="/contact"');
});

test('payment: a form that sends nothing', async () => {
  const page = await read('/payment', trader);
  expect(text(page)).toContain('Nothing you type here is sent or stored.');
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  expect(main).not.toMatch(/<form|type="submit"|name="|required|pattern=/);
  expect([...main.matchAll(/<input/g)]).toHaveLength(4);
});

test('settings lead a visitor to /login', async () => {
  const { status, headers } = await server.visitor().get('/settings', html);
  expect([status, headers.get('location')]).toEqual([303, '/login?next=%2Fsettings']);
});

test('the site zoom of the cookie is drawn for its reader, and for nobody else', async () => {
  const cookie = `${[...trader.cookies].map((c) => c.join('=')).join('; ')}; zoom=75`;
  for (const path of ['/help', '/leaderboards']) {
    expect((await trader.get(path, { ...html, cookie })).text).toContain('data-zoom="75"');
    expect(await read(path, trader)).not.toContain('data-zoom="');
  }
  expect(await read('/pricing')).not.toContain('data-zoom="');
});

test('one drawing serves all traders: each reads their own name, language and message, and what an admin changes', async () => {
  const [ann, bob, admin] = [
    await server.register('ann_reads'),
    await server.register('bob_reads'),
    await server.admin(),
  ];
  for (const path of ['/pricing', '/help', '/terms', '/privacy', '/accessibility', '/rules']) {
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const page = await read(path, one);
      expect([path, page.includes(one.username), page.includes(other.username)]).toEqual([path, true, false]);
    }
    expect(await read(`/he${path}`, ann)).toContain('<html lang="he" dir="rtl"');
    expect(await read(path, ann)).toContain('<html lang="en" dir="ltr"');
    const nonces = [await read(path, ann), await read(path, ann)].map(
      (page) => /nonce="([^"]+)"/.exec(page)?.[1],
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  }
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
  expect(await read('/rules', bob)).toMatch(/₪50(?![\d.,])/);
  await admin.post('/api/update-competition', { prizePool: '7777', nextCompetitionDate: 'soon' });
  expect(await read('/rules', bob)).toMatch(/₪7,777(?![\d.,])/);
});

describe('icons', () => {
  test.each([
    ['/favicon.ico', 'image/x-icon', [0, 0, 1, 0]],
    ['/apple-touch-icon.png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
  ] as const)('%s is there for everybody, cached: browsers ask for it by name', async (path, type, start) => {
    for (const who of [server.visitor(), trader]) {
      const { status, headers } = await who.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
      expect(headers.get('set-cookie')).toBeNull();
    }
    const bytes = new Uint8Array(await (await fetch(server.url + path)).arrayBuffer());
    expect([...bytes.slice(0, 4)]).toEqual([...start]);
  });

  test('a page names its own, by what they hold', async () => {
    const page = await read('/auth');
    const named = [...page.matchAll(/<link rel="((?:apple-touch-)?icon)" href="([^"]+)"/g)];
    expect(named.map(([, rel]) => rel)).toEqual(['icon', 'apple-touch-icon']);
    for (const [, , href] of named) {
      const { status, headers } = await server.visitor().get(href!);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });
});
