import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AssetManifest } from '../assets.ts';
import { build } from './build.ts';
import { buildClient } from './client.ts';

/** Inside the repository, so that the rooms' aliases resolve. */
const SITE = resolve(import.meta.dir, `../../.build/test-${process.pid}`);
const OUT = join(SITE, 'out');

const ISLAND = (body: string, imports = '') =>
  `import { island } from '#framework/islands/island.tsx';\n${imports}\nexport default island('One', 'load', () => <p>${body}</p>);\n`;
const LAYOUT = {
  'site.config.ts': `export default { serverRooms: ['db'], serverPackages: ['zod'] };\n`,
  'routes/_app.tsx': `import { app } from '#framework/define.ts';\nexport default app(({ children }) => <html>{children}</html>);\n`,
  'islands/One.tsx': ISLAND('one'),
};

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(SITE, name)), { recursive: true });
    writeFileSync(join(SITE, name), text);
  }
}
const manifest = (): AssetManifest => JSON.parse(readFileSync(join(OUT, 'assets.json'), 'utf8'));
const run = (dev = true) => build({ root: SITE, out: OUT, dev });
const file = (url: string) => readFileSync(join(OUT, url));

beforeEach(() => {
  rmSync(SITE, { recursive: true, force: true });
  write(LAYOUT);
});
afterAll(() => rmSync(SITE, { recursive: true, force: true }));

describe('what must not reach the browser', () => {
  test.each([
    ['a query', `import { rows } from '#db/rows.ts';`, '{String(rows)}', 'db/rows.ts'],
    [
      'the server',
      `import { isFormPost } from '#framework/http/response.ts';`,
      '{String(isFormPost)}',
      'framework/http/response.ts',
    ],
    ['zod', `import { z } from 'zod';`, '{String(z.string())}', 'zod'],
  ])('%s stops the build, with the way it came in', async (_name, imports, body, named) => {
    write({ 'islands/helper.ts': `${imports}\nexport const text = ${body.slice(1, -1)};\n` });
    write({ 'islands/One.tsx': ISLAND('{text}', `import { text } from './helper.ts';`) });
    const failure = await run().then(() => null, String);
    expect(failure).toContain(named);
    expect(failure).toContain('must not reach the browser');
    expect(failure).toContain('islands/helper.ts');
    expect(failure).toContain('islands/One.tsx');
    expect(existsSync(join(OUT, 'assets.json'))).toBe(false);
  });

  test('types alone may come from anywhere', async () => {
    write({
      'islands/One.tsx': ISLAND('ok', `import type { Row } from '#db/rows.ts';\nexport type Handle = Row;`),
    });
    expect(await run()).toBe(true);
  });

  test('a name React does not have is found before a browser finds it', async () => {
    write({ 'islands/One.tsx': ISLAND('{String(useTeapot)}', `import { useTeapot } from 'react';`) });
    expect(await run(false).then(() => null, String)).toContain('useTeapot');
  });

  test('an island is called what its file is called', async () => {
    write({ 'islands/Two.tsx': ISLAND('x') });
    expect(await run().then(() => null, String)).toContain("islands/Two.tsx calls itself island('One')");
  });
});

describe('names', () => {
  test('follow the content; React and the other islands keep theirs', async () => {
    write({ 'islands/Other.tsx': ISLAND('other').replace("'One'", "'Other'") });
    await run(false);
    const oldManifest = manifest();
    write({ 'islands/One.tsx': ISLAND('changed'), 'static/mark.svg': '<svg/>' });
    expect(await run(false)).toBe(true);
    const after = manifest();
    expect(after.islands.One!.src).not.toBe(oldManifest.islands.One!.src);
    expect(after.islands.Other!.src).toBe(oldManifest.islands.Other!.src);
    const react = (from: AssetManifest) => from.files.find(({ url }) => url.includes('/react-'))!.url;
    expect(react(after)).toBe(react(oldManifest));
    expect(existsSync(join(OUT, oldManifest.islands.One!.src))).toBe(false);
    expect(after.statics['mark.svg']).toMatch(/^\/assets\/mark-\w+\.svg$/);
  });

  test('a behaviour of a shared file names the file and what it is called there', async () => {
    write({
      'islands/Wave.ts': `import { behaviour } from '#framework/islands/behaviour.ts';\nexport default behaviour('Wave', 'load', () => () => {});\n`,
      'site.config.ts': `export default { chunks: { waves: ['islands/Wave.ts', 'framework/islands/behaviour.ts'] } };\n`,
    });
    expect(await run(false)).toBe(true);
    const { src, closure } = manifest().islands.Wave!;
    const [url, name] = src.split('#');
    expect(closure).toContain(url!);
    const shared = (await import(join(OUT, url!))) as Record<string, { name: string }>;
    expect(shared[name!]!.name).toBe('Wave');
  });

  test('a behaviour names the modules of its first import() and, apart, those of the others', async () => {
    write({
      'islands/first.ts': `export const first = () => document.title;\n`,
      'islands/second.ts': `export const second = () => document.body;\n`,
      'islands/Wave.ts': `import { behaviour } from '#framework/islands/behaviour.ts';\nexport default behaviour('Wave', 'load', () => {\n  void import('./first.ts');\n  void import('./second.ts');\n  return () => {};\n});\n`,
    });
    await run(false);
    const { closure, later } = manifest().islands.Wave!;
    const text = (urls: string[]) => urls.map((url) => file(url).toString()).join();
    expect([text(closure).includes('document.title'), text(closure).includes('document.body')]).toEqual([
      true,
      false,
    ]);
    expect([later.length, text(later).includes('document.body')]).toEqual([1, true]);
  });

  test('a behaviour that would fetch React stops the build', async () => {
    write({
      'islands/helper.ts': `export const text = String(globalThis.location);\n`,
      'islands/One.tsx': ISLAND('{text}', `import { text } from './helper.ts';`),
      'islands/Wave.ts': `import { behaviour } from '#framework/islands/behaviour.ts';\nimport { text } from './helper.ts';\nexport default behaviour('Wave', 'load', () => () => console.log(text));\n`,
      'site.config.ts': `export default { chunks: { all: ['islands/One.tsx'] } };\n`,
    });
    expect(await run().then(() => null, String)).toContain('islands/Wave.ts fetches React');
  });

  test('a script chunk of a module that is not there stops the build', async () => {
    write({ 'site.config.ts': `export default { chunks: { waves: ['islands/Gone.ts'] } };\n` });
    expect(await run().then(() => null, String)).toContain('puts islands/Gone.ts into a script chunk');
  });

  test('nothing changed, nothing built', async () => {
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    write({
      'routes/index.tsx': `import { page } from '#framework/define.ts';\nexport default page({ head: () => ({ title: 'x' }), view: () => <p className="mt-4" /> });\n`,
    });
    expect(await run()).toBe(true);
    const { rules, routes } = manifest().styles;
    const inSheet = (route: string) => routes[route]!.rules.map((index) => rules[index]!.select);
    expect(inSheet('routes/index.tsx')).toContain('.mt-4');
    expect(inSheet('')).not.toContain('.mt-4');
  });
});

test('what the browser gets is bundled again only when one of its own sources changed', async () => {
  const helper = (text: string) => ({ 'islands/helper.ts': `export const text = '${text}';\n` });
  write({
    ...helper('before'),
    'islands/One.tsx': ISLAND('{text}', `import { text } from './helper.ts';`),
  });
  const written = Date.now();
  // a source file counts as changed while it is not older than the build that read it
  while (Date.now() < written + 50) await new Promise(setImmediate);
  const first = await buildClient(SITE, true, {});
  write({ 'routes/index.tsx': 'export default null;\n' });
  expect(await buildClient(SITE, true, {})).toBe(first);
  write(helper('after'));
  const second = await buildClient(SITE, true, {});
  const code = second.files.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
  expect([code.includes('"after"'), code.includes('"before"')]).toEqual([true, false]);
});

test('weights: the loader, React, the runtime', async () => {
  await run(false);
  const { loader, files, islands } = manifest();
  const compressed = (part: string) =>
    brotliCompressSync(file(files.find(({ url }) => url.includes(part))!.url)).byteLength;
  expect(brotliCompressSync(loader.code).byteLength).toBeLessThan(2048);
  expect(loader.code).not.toContain('react');
  expect(compressed('/react-')).toBeLessThan(60 * 1024);
  const runtime = islands.One!.closure.filter((url) => !url.includes('/react-'));
  const bytes = runtime.map((url) => brotliCompressSync(file(url)).byteLength);
  expect(bytes.reduce((all, each) => all + each)).toBeLessThan(7 * 1024);
  expect(compressed('/One-')).toBeLessThan(1024);
});
