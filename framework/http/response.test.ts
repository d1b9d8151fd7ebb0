import { expect, test } from 'bun:test';
import { compressed } from './compress.ts';
import { csv, csvAnswer, sitePath } from './response.ts';

test.each([
  ['/', '/'],
  ['/portfolio?x=1', '/portfolio?x=1'],
  ['/chart?symbol=BRK.B&interval=1D#here', '/chart?symbol=BRK.B&interval=1D#here'],
  ['/😀', '/%F0%9F%98%80'],
  ['/traders/נועה?מ=ה', '/traders/%D7%A0%D7%95%D7%A2%D7%94?%D7%9E=%D7%94'],
  ['/a b"<c>', '/a%20b%22%3Cc%3E'],
  ['/%F0%9F%98%80', '/%F0%9F%98%80'],
  ['/a/../b', '/b'],
  ['/\ud800', '/%EF%BF%BD'],
])('%j stays as %j', (to, path) => {
  expect(sitePath(to)).toBe(path);
  expect(sitePath(path)).toBe(path);
  expect(() => new Headers({ location: path })).not.toThrow();
});

test.each([
  ...['//evil.example', '/\\evil.example', '/.//evil.example', '/a/..//evil.example', '/%2e//evil.example'],
  ...['/\t/evil.example', '/\n/evil.example', '/a\r\nb', '\\evil', 'https://evil.example/', 'evil', '', null],
  ...['/./\\evil.example', '/..//evil.example', '//', '/\\', '///evil', `/${'a'.repeat(2000)}`],
  `/${'😀'.repeat(600)}`,
])('%j leads home', (to) => {
  expect(sitePath(to)).toBe('/');
});

test('where a browser goes from any path is on the same host', () => {
  const odd = [
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '%2e',
    '@',
    ':',
    'evil.example',
    '?',
    '#',
    '\t',
    ' ',
    '😀',
  ];
  for (const a of odd)
    for (const b of odd)
      for (const c of odd) {
        const path = sitePath(`/${a}${b}${c}//evil.example`);
        expect(new URL(path, 'https://site.example').host).toBe('site.example');
      }
});

test('figures stay figures, text is quoted where it must be, formulas are disarmed', () => {
  const rows = [
    [1, '-12.50', 'ann', null],
    [2, '3', 'a "b", c\nd', '=1+1'],
    [3, '1e5', '-dash', '@x'],
  ] as const;
  expect(csv([['n', 'sum', 'name', 'note'], ...rows])).toBe(
    'n,sum,name,note\r\n1,-12.50,ann,\r\n2,3,"a ""b"", c\nd",\'=1+1\r\n3,1e5,\'-dash,\'@x\r\n',
  );
});

test('a table is sent batch by batch, also to a reader who takes compressed answers', async () => {
  let read = 0;
  async function* batches() {
    for (; read < 1000; read++) yield [[read, 'x'.repeat(5_000)]] as const;
  }
  const request = new Request('http://site.invalid/', { headers: { 'accept-encoding': 'gzip, br, zstd' } });
  const response = await compressed(request, await csvAnswer('name', ['n', 'text'], batches()));
  const reader = response.body!.getReader();
  expect((await reader.read()).value!.length).toBeGreaterThan(5_000);
  expect(read).toBeLessThan(10);
  await reader.cancel();
});
