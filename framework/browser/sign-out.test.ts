import { afterEach, expect, test } from 'bun:test';
import { isSigningOut, watchSignOut } from './sign-out.ts';

const AUTH_DATA = 'auth-data';

afterEach(() => {
  delete document.documentElement.dataset.signingOut;
  document.body.innerHTML = '';
});

test('the logout form forgets the user, other forms do not', () => {
  watchSignOut('/api/logout', AUTH_DATA);
  localStorage.setItem(AUTH_DATA, '{"id":7}');
  document.body.innerHTML = '<form action="/api/trade"></form><form action="/api/logout"></form>';
  const [trade, logout] = document.querySelectorAll('form');
  trade!.dispatchEvent(new Event('submit', { bubbles: true }));
  expect([localStorage.getItem(AUTH_DATA), isSigningOut()]).toEqual(['{"id":7}', false]);
  logout!.dispatchEvent(new Event('submit', { bubbles: true }));
  expect([localStorage.getItem(AUTH_DATA), isSigningOut()]).toEqual([null, true]);
});
