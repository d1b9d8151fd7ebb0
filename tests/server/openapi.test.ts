/** The description of the calls is valid, complete, and the same for everyone. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import type { ApiEndpoint } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { checkExchange, type Exchange } from '../helpers/contract.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Operation = { operationId: string; responses: Record<string, { description: string }> };
type Description = { paths: Record<string, Record<string, Operation>> };

let server: TestServer;
let described: Description;
beforeAll(async () => {
  server = await startServer();
  described = (await server.visitor().get<Description>('/api/openapi.json')).json;
});
afterAll(() => server?.stop());

const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(described))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every call the server takes is in it, and nothing else', () => {
  const isCall = ({ method, path }: { method: string; path: string }) =>
    method !== 'WS' &&
    /^\/(api|auth\/discord|healthz|readyz|metrics|sw\.js|robots\.txt|sitemap\.xml|next-season\.ics|\.well-known\/security\.txt|og|proof|competitions\/:number\/bundle|go)(\/|$)/.test(
      path,
    ) &&
    path !== '/api';
  const taken = server.routes
    .filter(isCall)
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`);
  expect(
    operations()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(taken.sort());
});

test('every example is one that would be taken', () => {
  const examples = Object.entries(endpoints).flatMap(([name, endpoint]: [string, ApiEndpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const [schema, example] = [endpoint[part], endpoint.example?.[part]];
      return schema ? [{ name, part, result: z.safeParse(schema, example ?? {}) }] : [];
    }),
  );
  expect(examples.filter(({ result }) => !result.success)).toEqual([]);
  expect(examples.length).toBeGreaterThan(20);
});

test('an operation has a name of its own', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('it is told once to who keeps it', async () => {
  const visitor = server.visitor();
  const first = await visitor.get('/api/openapi.json');
  const etag = first.headers.get('etag')!;
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  const again = await visitor.get('/api/openapi.json', { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
});

/** Exchanges that fit the description; each test spoils one. */
const user = { id: 7, username: 'ann', isAdmin: false, balance: '1.00' };
const sound = { method: 'GET', path: '/api/user', body: null, status: 200, json: user };
const refusal = { error: 'No.', message: 'No.', code: 'SIGNED_OUT' };
const chosen = { method: 'POST', path: '/api/language', status: 200, json: { language: 'he' } };

test.each([
  sound,
  { ...sound, status: 401, json: refusal },
  { ...sound, path: '/api/nothing', status: 404, json: { ...refusal, code: 'NOT_FOUND' } },
  { ...chosen, body: '{"language":"he"}' },
])('an exchange that is described passes: %j', (exchange: Exchange) => {
  expect(() => checkExchange(exchange)).not.toThrow();
});

test.each([
  ['a field too many', { ...sound, json: { ...user, email: 'a@b.example' } }],
  ['a field too few', { ...sound, json: { ...user, balance: undefined } }],
  ['a number for an amount', { ...sound, json: { ...user, balance: 1 } }],
  ['a status of its own', { ...sound, status: 409, json: refusal }],
  ["another status's code", { ...sound, status: 401, json: { ...refusal, code: 'FORBIDDEN' } }],
  ['a fact nobody knows of', { ...sound, status: 401, json: { ...refusal, secret: 1 } }],
  ['no JSON', { ...sound, json: undefined }],
  ['an unknown call', { ...sound, path: '/api/nothing' }],
  ['an unknown method', { ...sound, method: 'POST' }],
  ['a request nobody may send', { ...chosen, body: '{"language":"xx"}' }],
])('the check finds %s', (_, exchange: Exchange) => {
  expect(() => checkExchange(exchange)).toThrow('is not as it is described');
});
