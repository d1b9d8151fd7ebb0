import { expect, test } from 'bun:test';
import { fail } from '#core/refusals/refusals.ts';
import { createLog } from './log.ts';

function lines(level: 'info' | 'silent', write: (log: ReturnType<typeof createLog>) => void) {
  const written: string[] = [];
  write(createLog({ logLevel: level }, { write: (line: string) => void written.push(line) }));
  return written;
}

test('logs one JSON line an event, with level, time and message', () => {
  const [line = ''] = lines('info', (log) => log.info({ action: 'start' }, 'season changed'));
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    action: 'start',
    msg: 'season changed',
  });
});

test('logs an error with its stack', () => {
  const [line = ''] = lines('info', (log) => log.error({ err: new Error('boom') }, 'request failed'));
  expect(JSON.parse(line).err).toMatchObject({ message: 'boom', stack: expect.stringContaining('log.test') });
});

test('logs a refusal with its code, reason and parameters', () => {
  const err = fail('NOT_ENOUGH_CASH.cover', { params: { quantity: '2', symbol: 'A', missing: '5.00' } });
  const [line = ''] = lines('info', (log) => log.warn({ err }, 'refused'));
  expect(JSON.parse(line).err).toMatchObject({
    code: 'NOT_ENOUGH_CASH',
    reason: 'cover',
    message: 'NOT_ENOUGH_CASH.cover',
    params: { quantity: '2', symbol: 'A', missing: '5.00' },
  });
});

test('removes secrets, wherever they are in the fields', () => {
  const [line = ''] = lines('info', (log) =>
    log.info({
      password: 'hunter2',
      body: { username: 'dana', password: 'hunter2' },
      request: { headers: { cookie: 'sid=hunter2', authorization: 'hunter2', host: 'here' } },
      settings: {
        databaseUrl: 'postgres://u:hunter2@h/d',
        fmpApiKey: 'hunter2',
        marketSeed: 'hunter2',
        secretKey: 'hunter2',
        port: 1,
      },
      // secrets of a provider that no list names
      fooApiKey: 'hunter2',
      market: [{ fooApiKey: 'hunter2', fooWsUrl: 'wss://u:hunter2@h', key: 'AAPL' }],
      err: Object.assign(new Error('boom'), { request: { fooToken: 'hunter2' } }),
    }),
  );
  expect(line).not.toContain('hunter2');
  expect(JSON.parse(line)).toMatchObject({
    body: { username: 'dana' },
    request: { headers: { host: 'here' } },
    settings: { port: 1 },
    market: [{ key: 'AAPL' }],
    err: { type: 'Error', message: 'boom' },
  });
});

test('logs nothing below its level', () => {
  expect(lines('info', (log) => log.debug('x'))).toEqual([]);
  expect(lines('silent', (log) => log.fatal('x'))).toEqual([]);
});
