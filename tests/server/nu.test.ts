/** Every page in both languages, for a visitor, a trader and an admin, passes the Nu HTML checker. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { addExampleLeague } from '../helpers/league.ts';
import { noNu, nuFindings } from '../helpers/nu.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  if (noNu) return;
  server = await startServer({ market: heldMarket({ AAPL: '100', TSLA: '50' }) });
});
afterAll(() => server?.stop());

test.skipIf(noNu !== '')(
  `the Nu HTML checker finds nothing on any page${noNu}`,
  async () => {
    const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
    const trader = await server.register('נועה_trader');
    const admin = await server.admin();
    await server.register('reported');
    await admin.post('/api/toggle-competition', { active: true });
    await admin.post('/api/recordings', { title: 'Week 1', url: 'https://video.example/1' });
    await trader.post('/api/contact', {
      name: 'Noa Bareket',
      email: 'noa@mail.example',
      phone: '050-000-0000',
      subject: 'Question',
      message: 'How?',
    });
    await server.sql`insert into join_links (code, label, max_uses, ends_at, created_at, created_by)
      values ('AAAA2222', 'כיתה י׳2', 30, now() + interval '7 days', now(), ${admin.userId})`;
    await addExampleLeague(server.sql, trader.userId);
    for (const [action, symbol, quantity] of [
      ['buy', 'AAPL', 10],
      ['sell', 'AAPL', 4],
      ['short', 'TSLA', 10],
    ] as const)
      await trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity });
    await server.services.leaderboard.pass(true);
    const pages = new Map<string, string>();
    for (const lang of ['en', 'he'] as const) {
      for (const [role, client] of Object.entries({ visitor: server.visitor(), trader, admin })) {
        client.cookies.set('lang', lang);
        for (const { path } of addressesIn(manifest, lang, trader.username)) {
          const { headers, text } = await client.get(path, { accept: 'text/html' });
          if (headers.get('content-type')?.startsWith('text/html') && text)
            pages.set(`${lang} ${role} ${path}`, text);
        }
      }
    }
    expect(pages.size).toBeGreaterThan(150);
    expect(await nuFindings(pages)).toEqual([]);
  },
  900_000,
);
