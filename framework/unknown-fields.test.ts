import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { Failure } from './failure.ts';
import { createFieldCheck } from './unknown-fields.ts';

const Level = z.preprocess((value) => value || undefined, z.object({ price: z.string() }).optional());
const Order = z
  .object({ symbol: z.string(), stop: Level, tags: z.array(z.object({ tag: z.string() })).optional() })
  .transform(({ symbol }) => symbol);

/** The paths a check refuses. */
function unknown(schema: z.ZodType | undefined, body: unknown, others?: string[]): string[] {
  try {
    createFieldCheck(schema, others)(body);
    return [];
  } catch (error) {
    return (error as Failure).issues!.map(({ path }) => path);
  }
}

test.each<[string, z.ZodType | undefined, unknown, string[]]>([
  ['all fields known', Order, { symbol: 'AAPL', stop: { price: '9' }, tags: [{ tag: 'a' }] }, []],
  ['a misspelt field', Order, { symbol: 'AAPL', stopp: { price: '9' } }, ['stopp']],
  ['a name of Object', Order, { constructor: 1, toString: 1 }, ['constructor', 'toString']],
  ['a field of an object', Order, { stop: { prize: '9' } }, ['stop.prize']],
  ['a field of a list', Order, { tags: [{ tag: 'a' }, { tags: 'b' }] }, ['tags.tags']],
  ['an object in place of a text', Order, { symbol: { a: 1 } }, []],
  ['a body without fields', Order, [], []],
  ['no body', Order, undefined, []],
  ['a field of either', z.union([Order, z.object({ name: z.string() })]), { symbol: 'A', name: 'b' }, []],
  ['a record', z.record(z.string(), z.string()), { any: 'a' }, []],
  ['a call without fields', undefined, { a: 1 }, ['a']],
  ['nothing for a call without fields', undefined, {}, []],
])('%s', (_, schema, body, paths) => expect(unknown(schema, body)).toEqual(paths));

test('further fields can be allowed', () => {
  expect(unknown(Order, { symbol: 'AAPL', page: '1', pages: '2' }, ['page'])).toEqual(['pages']);
});

test('a refusal names few fields, and no long ones', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `${index}${'x'.repeat(100)}`);
  const paths = unknown(Order, Object.fromEntries(names.map((name) => [name, 1])));
  expect([paths.length, paths[0]!.length]).toEqual([8, 60]);
});
