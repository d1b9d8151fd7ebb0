import { expect, test } from 'bun:test';
import { isVisit, totalOf } from './figures.ts';

const ask = (agent: string, method = 'GET', more: Record<string, string> = {}) =>
  isVisit(new Request('http://a.example/', { method, headers: { 'user-agent': agent, ...more } }));

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0';

test.each([CHROME, INSTAGRAM, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'])(
  'a person: %s',
  (agent) => expect(ask(agent)).toBe(true),
);

test.each([
  '',
  'WhatsApp/2.24.1 A',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
])('a program: %p', (agent) => expect(ask(agent)).toBe(false));

test('no other method and no prefetch counts', () => {
  expect(ask(CHROME, 'HEAD')).toBe(false);
  expect(ask(CHROME, 'GET', { 'sec-purpose': 'prefetch;prerender' })).toBe(false);
});

test('a sum leaves out what is not there', () => {
  const day = (trades: number | null) => ({ trades }) as never;
  expect(totalOf([day(2), day(null), day(3)], 'trades')).toBe(5);
  expect(totalOf([day(null)], 'trades')).toBeNull();
});
