import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings, SETTING_NAMES, SettingsError } from '#services/platform/settings.ts';

/** The message with which loadSettings fails. */
function refusal(env: Record<string, string>): string {
  try {
    loadSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return '';
}

test('works with nothing set, and an empty value is nothing', () => {
  const settings = loadSettings({});
  expect(settings).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: '.data',
    demo: true,
    startingBalance: 10_000_000n,
    market: 'simulated',
    marketHours: 'always',
    quoteMaxAgeMs: 15_000,
    rateLimit: true,
    trustProxy: 0,
    vatPercent: 18,
  });
  expect(loadSettings({ PORT: '', MARKET: ' ', ADMIN_PASSWORD: '' })).toEqual(settings);
});

test('demo is off with a database of one’s own unless asked for', () => {
  const DATABASE_URL = 'postgres://u:p@db:5432/x';
  expect(loadSettings({ DATABASE_URL }).demo).toBe(false);
  expect(loadSettings({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
});

test('listens to this machine only until it is told the address, or what people use', () => {
  expect(loadSettings({}).host).toBe('127.0.0.1');
  expect(loadSettings({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  expect(loadSettings({ PUBLIC_URL: 'http://paper.example' }).host).toBeUndefined();
  expect(loadSettings({ PUBLIC_URL: 'http://paper.example', HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
});

test('reads what each variable accepts', () => {
  const settings = loadSettings({
    PORT: '8080',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://Paper.example/',
    STARTING_BALANCE: '2500.5',
    MARKET: 'Replay',
    REPLAY_DIR: 'prices',
    REPLAY_FROM: '2016-01-04',
    REPLAY_SPEED: '0.5',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
    TRUST_PROXY: '2',
    RATE_LIMIT: 'off',
    VAT_PERCENT: '17.5',
    DATABASE_URL: 'postgres://u:p@%2Ftmp%2Fsocket:5432/x',
  });
  expect(settings).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'https://paper.example',
    startingBalance: 250_050n,
    market: 'replay',
    replayFrom: Date.UTC(2016, 0, 4),
    replaySpeed: 0.5,
    allowedOrigins: ['https://a.example', 'https://b.example:8443'],
    trustProxy: 2,
    rateLimit: false,
    vatPercent: 17.5,
    databaseUrl: 'postgres://u:p@%2Ftmp%2Fsocket:5432/x',
  });
});

describe('a bad value stops the start with a sentence that names the variable and what it accepts', () => {
  const cases: [string, string, RegExp][] = [
    ['PORT', 'abc', /whole number from 0 to 65535/],
    ['PORT', '65536', /whole number from 0 to 65535/],
    ['PORT', '-1', /whole number/],
    ['PORT', '3e3', /whole number/],
    ['HOST', 'a b', /host name or IP address/],
    ['PUBLIC_URL', 'paperpit.example', /https:\/\/paperpit\.example/],
    ['PUBLIC_URL', 'https://paperpit.example/app', /without a path/],
    ['PUBLIC_URL', 'ftp://paperpit.example', /https:/],
    ['DATA_DIR', 'x'.repeat(501), /folder name/],
    ['DATA_DIR', '~/data', /~ means nothing/],
    ['DATABASE_URL', 'mysql://localhost/x', /postgres:\/\//],
    ['DATABASE_URL', 'localhost', /postgres:\/\//],
    ['REDIS_URL', 'http://localhost', /redis:\/\//],
    ['DEMO', 'maybe', /1 or 0/],
    ['CONTEST_ZONE', 'Jerusalem', /time zone like/],
    ['ADMIN_USERNAME', 'a b', /3 to 20 letters/],
    ['ADMIN_PASSWORD', 'short', /8 to 128 characters/],
    ['STARTING_BALANCE', '0', /dollars from 1 to 1000000000/],
    ['STARTING_BALANCE', '1e400', /dollars/],
    ['STARTING_BALANCE', '100.001', /two decimals/],
    ['STARTING_BALANCE', '-5', /dollars/],
    ['STARTING_BALANCE', '1000000000.01', /dollars/],
    ['MARKET', 'real', /simulated, replay, fmp/],
    ['MARKET_HOURS', 'eu', /always, us/],
    ['MARKET_SEED', 'x'.repeat(201), /200 characters/],
    ['SECRET_KEY', 'GmZ0cX3sPq8RkV1tYb6NwJ2uLh9DfA5', /32 to 500 random characters/],
    ['SECRET_KEY', 'x'.repeat(40), /32 to 500 random characters/],
    ['REPLAY_DIR', 'x'.repeat(501), /folder of CSV files/],
    ['REPLAY_FROM', '2016-02-30', /date like 2016-01-04/],
    ['REPLAY_FROM', 'yesterday', /date like/],
    ['REPLAY_SPEED', '0', /0\.001 to 1000000/],
    ['REPLAY_SPEED', 'NaN', /times as fast/],
    ['QUOTE_MAX_AGE_MS', '0', /milliseconds/],
    ['QUOTE_MAX_AGE_MS', '15s', /milliseconds/],
    ['FMP_API_KEY', 'x'.repeat(201), /key FMP gave you/],
    ['FMP_BASE_URL', 'file:///etc/passwd', /https:\/\//],
    ['FINNHUB_API_KEY', 'x'.repeat(201), /key Finnhub gave you/],
    ['FINNHUB_WS_URL', 'https://ws.finnhub.io', /wss:\/\//],
    ['DISCORD_CLIENT_ID', 'x'.repeat(201), /Discord application/],
    ['DISCORD_CLIENT_SECRET', 'x'.repeat(201), /Discord application/],
    ['DISCORD_BASE_URL', 'discord', /https:\/\/discord\.com/],
    ['DISCORD_WEBHOOK_URL', 'discord.com/api/webhooks/1/x', /api\/webhooks/],
    ['DISCORD_GUILD_ID', 'my-server', /digits/],
    ['DISCORD_MEMBER_ROLES', '1,member', /separated by commas/],
    ['SMTP_URL', 'mail.example:587', /smtp:\/\//],
    ['CONTACT_PHONE', 'call me', /phone number/],
    ['CONTACT_EMAIL', 'hello', /email address/],
    ['PAY_URL_ANNUAL', 'javascript:alert(1)', /https:\/\//],
    ['PAY_URL_MONTHLY', 'pay.example', /https:\/\//],
    ['PAY_URL_FUNDAMENTALS', '/pay', /https:\/\//],
    ['ALLOWED_ORIGINS', 'https://a.example,*', /separated by commas/],
    ['TRUST_PROXY', 'all', /number of proxies/],
    ['TRUST_PROXY', '11', /0 to 10/],
    ['RATE_LIMIT', 'slow', /on or off/],
    ['LOG_LEVEL', 'loud', /trace, debug, info/],
    ['VAT_PERCENT', '101', /percent, a number from 0 to 100/],
  ];
  test.each(cases)('%s=%s', (name, value, form) => {
    const sentence = refusal({ [name]: value });
    expect(sentence).toStartWith(`${name} must be `);
    expect(sentence).toMatch(form);
    expect(sentence).toEndWith('.');
  });

  test('all of them at once, and no secret is repeated', () => {
    const sentence = refusal({ PORT: 'x', DATABASE_URL: 'mysql://u:hunter2@h/x', ADMIN_PASSWORD: 'hunter2' });
    expect(sentence.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'ADMIN_PASSWORD',
    ]);
    expect(sentence).not.toContain('hunter2');
  });

  test.each([
    [{ ADMIN_USERNAME: 'boss' }, 'ADMIN_PASSWORD must be set when ADMIN_USERNAME is.'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_USERNAME must be set when ADMIN_PASSWORD is.'],
    [{ DISCORD_CLIENT_ID: '1' }, 'DISCORD_CLIENT_SECRET must be set when DISCORD_CLIENT_ID is.'],
    ...['', '0', 'off'].map((TRUST_PROXY): [object, string] => [
      { PUBLIC_URL: 'https://paperpit.example', TRUST_PROXY },
      'TRUST_PROXY must be the number of proxies in front, at least 1, when PUBLIC_URL is https: ' +
        'visitors are told apart by the X-Forwarded-For they append.',
    ]),
    [{ MARKET: 'replay' }, 'REPLAY_DIR must be a folder of CSV files when MARKET is replay.'],
    [{ MARKET: 'fmp' }, 'FMP_API_KEY must be the key FMP gave you when MARKET is fmp.'],
  ])('%j', (env, sentence) => {
    expect(refusal(env as Record<string, string>)).toBe(sentence);
  });
});

test('behind http nothing need stand, and the README’s command starts', () => {
  expect(loadSettings({ PUBLIC_URL: 'http://paperpit.example' }).trustProxy).toBe(0);
  const readme = readFileSync(join(import.meta.dir, '../../README.md'), 'utf8');
  const command = /^DATABASE_URL=(?:.*\\\n)*.*npm start$/m.exec(readme)?.[0] ?? '';
  const pairs = [...command.matchAll(/(\w+)=('[^']*'|\S+)/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll("'", ''),
  ]);
  expect(loadSettings(Object.fromEntries(pairs))).toMatchObject({
    publicUrl: 'https://paperpit.example',
    trustProxy: 1,
  });
});

test('docs/settings.md has a line for each, and none of its own making', () => {
  const page = readFileSync(join(import.meta.dir, '../../docs/settings.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(named.toSorted()).toEqual(SETTING_NAMES.toSorted());
});
