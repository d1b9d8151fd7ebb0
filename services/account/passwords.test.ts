import { expect, test } from 'bun:test';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is hashed by argon2id with 19 MiB and two passes', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(await verifyPassword('correct horse battery', hash)).toBe(true);
  expect(await verifyPassword('correct horse batteri', hash)).toBe(false);
});

test('a composed and a decomposed letter are the same password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
});

test('without a hash no password is right', async () => {
  expect(await verifyPassword('correct horse battery', null)).toBe(false);
});
