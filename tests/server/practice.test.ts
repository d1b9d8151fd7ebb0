/** Seasons whose prices could be known beforehand are marked as practice wherever their prize is shown. */
import { expect, test } from 'bun:test';
import en from '#locales/en/seasons.json' with { type: 'json' };
import he from '#locales/he/seasons.json' with { type: 'json' };
import type { Client } from '../helpers/client.ts';
import { PRICES } from '../helpers/real-prices.ts';
import { serversOnOneClock } from '../helpers/servers.ts';

const PLAIN = { MARKET_SEED: '' };
const LANGUAGES = [
  ['en', en],
  ['he', he],
] as const;

const { time, serve } = serversOnOneClock();

async function page(who: Client, path: string, lang: 'en' | 'he' = 'en'): Promise<string> {
  who.cookies.set('lang', lang);
  await who.post('/api/language', { language: lang });
  const { status, text } = await who.get(path, { accept: 'text/html' });
  expect([path, status]).toEqual([path, 200]);
  return text;
}
const times = (text: string, part: string) => text.split(part).length - 1;

test.each([
  ['seed', { MARKET_SEED: 'x' }, /^MARKET_SEED is set: .* practice, not for prizes\.$/],
  [
    'delay',
    { QUOTE_MAX_AGE_MS: '60001' },
    /^Orders fill at prices up to 60\.001 s old \(QUOTE_MAX_AGE_MS\), .* practice, not for prizes\.$/,
  ],
  [
    'replay',
    { MARKET: 'replay', REPLAY_DIR: PRICES },
    /^MARKET=replay plays history .* practice, not for prizes\.$/,
  ],
] as const)(
  '%s: said at the start, beside the prize, on the season, to who starts one; and kept with it',
  async (reason, env, line) => {
    time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
    const server = await serve({ ...PLAIN, ...env });
    expect(server.lines.filter((each) => line.test(each))).toHaveLength(1);
    const [admin, trader] = [await server.admin(), await server.register()];
    const toggle = (active: boolean) => admin.post('/api/toggle-competition', { active });

    for (const [lang, texts] of LANGUAGES) {
      const start = await page(admin, '/competitions', lang);
      for (const text of [texts.practice, texts.practiceNext, texts.practiceReasons[reason]])
        expect([lang, start]).toEqual([lang, expect.stringContaining(text)]);
    }
    expect((await toggle(true)).status).toBe(200);
    for (const [lang, texts] of LANGUAGES)
      for (const path of ['/competitions', '/competitions/1']) {
        const html = await page(trader, path, lang);
        // beside the prize, and above the reason
        expect([path, times(html, texts.practice)]).toEqual([path, 2]);
        expect(html).toContain(texts.practiceReasons[reason]);
        expect(html).not.toContain(texts.practiceNext);
      }
    time.ms += 10 * 60_000;
    expect((await toggle(false)).status).toBe(200);

    const later = await serve(PLAIN, server.services.settings.databaseUrl!);
    expect(later.lines.join('\n')).not.toContain('practice');
    const other = await later.register();
    const html = await page(other, '/competitions/1');
    expect(html).toContain(en.practiceReasons[reason]);
    // in the hall of fame, but not at the next prize
    const next = await page(other, '/competitions');
    expect([times(next, en.practice), next.includes(en.practiceReasons[reason])]).toEqual([1, false]);
  },
);

test('a season that is for prizes has no mark; its page tells what it is proved by, in UTC with the year', async () => {
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const server = await serve(PLAIN);
  expect(server.lines.join('\n')).not.toContain('practice');
  const [admin, trader] = [await server.admin(), await server.register()];
  expect(times(await page(admin, '/competitions'), en.practice)).toBe(0);
  await admin.post('/api/toggle-competition', { active: true });
  time.ms += 5 * 60_000;
  await admin.post('/api/update-competition', { maxShare: 50 });
  for (const path of ['/competitions', '/competitions/1']) {
    const text = await page(trader, path);
    expect(text).not.toContain(en.practice);
    expect(text).toContain('SHA-256 of the seed, from 3 Jun 2026 15:01 UTC');
    expect(text).toContain('3 Jun 2026 15:05 UTC');
    for (const fact of [en.hoursOf.always, '15 s', en.tiesShared, en.rulesChanged])
      expect(text).toContain(fact);
    expect(text).toMatch(/Version \d+, catalogue [0-9a-f]{16}/);
  }
  await admin.post('/api/update-competition', { prizePool: '70' });
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  await server.services.leaderboard.pass(true);
  // while it runs, the page has the table with the reader's own row
  expect(await page(trader, '/competitions')).toMatch(/aria-labelledby="table".*traders.*>YOU</s);
  await admin.post('/api/toggle-competition', { active: false });
  const won = /<th[^>]*>Prize<\/th>.*<td class="prize">₪70</s;
  expect(await page(trader, '/competitions/1')).toMatch(won);
  await server.sql`update seasons set terms = jsonb_set(terms, '{tape}', 'null')`;
  expect(await page(trader, '/competitions/1')).toContain(en.fairnessChanged);
  await server.sql`update seasons set terms = null`;
  for (const [lang, texts] of LANGUAGES) {
    const old = await page(trader, '/competitions/1', lang);
    expect(old).toContain(texts.fairnessUnknown);
    expect(old).not.toContain('npm run verify-season');
  }
});

test('the season that goes on from a start with MARKET_SEED is told to who starts without it', async () => {
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const server = await serve({ MARKET_SEED: 'x' });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  const later = await serve(PLAIN, server.services.settings.databaseUrl!);
  expect(later.lines).toContain('Season 1 is practice, not for prizes: it was started with other settings.');
});
