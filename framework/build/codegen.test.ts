import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generate, routePath } from './codegen.ts';

test.each([
  ['index.tsx', '/'],
  ['pricing.tsx', '/pricing'],
  ['shop/[id].tsx', '/shop/:id'],
  ['shop/[[page]].tsx', '/shop/:page?'],
  ['docs/[...rest].tsx', '/docs/*'],
  ['(public)/help.tsx', '/help'],
  ['api/user-profile/index.ts', '/api/user-profile'],
  ['api/user-profile/[userId].ts', '/api/user-profile/:userId'],
])('%s is served at %s', (file, path) => {
  expect(routePath(file)).toBe(path);
});

test('two files of one address are refused, with both names', () => {
  const root = mkdtempSync(join(tmpdir(), 'codegen-'));
  const write = (file: string) => {
    mkdirSync(dirname(join(root, 'routes', file)), { recursive: true });
    writeFileSync(join(root, 'routes', file), 'export default null;\n');
  };
  try {
    write('(public)/help.tsx');
    write('(public)/_layout.tsx');
    write('(member)/_layout.tsx');
    generate(root, join(root, 'out'));
    expect(existsSync(join(root, 'out/routes.gen.ts'))).toBe(true);
    write('help.tsx');
    expect(() => generate(root, join(root, 'out'))).toThrow(
      '/help is the address of (public)/help.tsx and help.tsx',
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
