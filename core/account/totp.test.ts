import { expect, test } from 'bun:test';
import { base32, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const secret = bytes('12345678901234567890');

// RFC 6238 appendix B has eight digits; a code of six is their end.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238 at %d s', async (seconds, eightDigits) => {
  expect(await totpCode(secret, totpStep(seconds * 1000))).toBe(eightDigits.slice(2));
});

test('a code counts one step early and late, and no further', async () => {
  const now = 1_111_111_111_000;
  const present = totpStep(now);
  const steps = [-2, -1, 0, 1, 2].map(async (offset) =>
    stepOfCode(secret, await totpCode(secret, present + offset), now),
  );
  expect(await Promise.all(steps)).toEqual([null, present - 1, present, present + 1, null]);
});

// the vectors of RFC 4648, without padding
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %p', (text, expected) => {
  expect(base32(bytes(text))).toBe(expected);
});

test('the address names the site, the account and the secret', () => {
  expect(totpUri({ key: 'MZXW6YTB', site: 'Paperpit', username: 'דנה' })).toBe(
    'otpauth://totp/Paperpit%3A%D7%93%D7%A0%D7%94?secret=MZXW6YTB&issuer=Paperpit',
  );
});
