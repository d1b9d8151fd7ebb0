import { expect, test } from 'bun:test';
import { harden } from './security.ts';

const cookiesOf = (https: boolean, ...cookies: string[]) => {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]));
  harden(headers, https);
  return headers.getSetCookie();
};

test('over https every cookie is Secure, once, in its order', () => {
  expect(
    cookiesOf(true, 'flash=x; Path=/; HttpOnly', '__Host-sid=y; Secure; Path=/', 'lang=secure; Path=/'),
  ).toEqual([
    'flash=x; Path=/; HttpOnly; Secure',
    '__Host-sid=y; Secure; Path=/',
    'lang=secure; Path=/; Secure',
  ]);
});

test('over http none is: the browser would drop it', () => {
  expect(cookiesOf(false, 'flash=x; Path=/')).toEqual(['flash=x; Path=/']);
});
