/** docs/rules/14-season-bundle.md and verify.py describe a bundle's lines as BUNDLE_LINES does. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { noPython } from '#tests/helpers/python.ts';
import { BUNDLE_LINES, type BundleKind, bundleLine, type FieldType, readBundleLine } from './bundle-lines.ts';

const LINES = Object.entries(BUNDLE_LINES) as [BundleKind, Record<string, FieldType>][];
const DOCUMENT = join(import.meta.dir, '../../docs/rules/14-season-bundle.md');
const GOLDEN = join(import.meta.dir, '../../tests/data/season-bundle-lines.jsonl');

describe('the document', () => {
  const text = () => Bun.file(DOCUMENT).text();

  test.each(LINES)('the fields of a %s, in their order, and which may be absent', async (kind, fields) => {
    const names = Object.entries(fields).map(([name, type]) => name + (type.endsWith('?') ? '?' : ''));
    expect(await text()).toContain(`\`["${kind}", ${names.join(', ')}]\``);
  });

  test('the type of every field', async () => {
    const byName = new Map<string, string>();
    for (const [, fields] of LINES)
      for (const [name, fieldType] of Object.entries(fields)) {
        const type = fieldType.replace('?', '');
        expect([name, byName.get(name) ?? type]).toEqual([name, type]);
        byName.set(name, type);
      }
    const rows = Object.entries(Object.groupBy(byName, ([, type]) => type)).map(
      ([type, names]) =>
        `| ${type} | ${names!
          .map(([name]) => name)
          .sort()
          .join(', ')} |`,
    );
    const isWritten = process.env.UPDATE_DOCS !== undefined;
    if (isWritten)
      await Bun.write(
        DOCUMENT,
        (await text()).replace(/(\| type .*\n\|.*\n)(?:\|.*\n)*/, `$1${rows.join('\n')}\n`),
      );
    for (const row of rows) expect((await text()).replaceAll(/ +\|/g, ' |')).toContain(row);
  });
});

/** Texts that are no price; the last three are second texts of a number. */
const NO_PRICES = ['1', '1.00', '1.00000', '1e3', ' 1.0000', '-0.0000', '01.0000', '-00.5000'];

test('a line is read as it was written, and nothing else is', async () => {
  const salt = bundleLine('salt', { seq: 1, salt: 'ab'.repeat(32) });
  for (const text of [...(await Bun.file(GOLDEN).text()).trimEnd().split('\n'), salt]) {
    // gives an event a value in an optional field
    const line = JSON.parse(text) as unknown[];
    const row = readBundleLine(
      text.replace(
        'null,null,null,null,null,null,null,null,"working"',
        'null,null,false,null,null,null,null,null,"working"',
      ),
    )!;
    expect(row.kind as string).toBe(line[0] as string);
    if (line[0] !== 'event') expect(bundleLine(row.kind, row.values as never)).toBe(text);
    expect(readBundleLine(JSON.stringify(line.slice(0, -1)))).toBeNull();
    expect(readBundleLine(JSON.stringify([...line, null]))).toBeNull();
    for (let n = 0; n < line.length; n++) expect(readBundleLine(JSON.stringify(line.with(n, {})))).toBeNull();
  }
  const mark = { symbol: 'AAPL', quoteAt: null, source: null };
  for (const price of NO_PRICES) expect(readBundleLine(bundleLine('mark', { ...mark, price }))).toBeNull();
  for (const text of ['', '{}', '[]', '["marks"]', '["toString"]', '[1]'])
    expect(readBundleLine(text)).toBeNull();
});

test.skipIf(noPython !== '')(`verify.py${noPython}`, async () => {
  const script = `import json, verify
print(json.dumps([verify.FIELDS, [each for each in ${JSON.stringify(NO_PRICES)} if verify.is_of('price', each)]]))`;
  const output = await new Response(
    Bun.spawn(['python3', '-B', '-c', script], { cwd: join(import.meta.dir, '../../tests/independent') })
      .stdout,
  ).text();
  const fields = Object.fromEntries(LINES.map(([kind, of]) => [kind, Object.keys(of)]));
  // `from` is a keyword of Python, so verify.py calls it `from_`
  expect(JSON.parse(output.replaceAll('_"', '"'))).toEqual([fields, []]);
});
