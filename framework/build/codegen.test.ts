import { expect, test } from 'bun:test';
import { routePath } from './codegen.ts';

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
