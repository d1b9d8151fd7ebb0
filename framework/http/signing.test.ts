import { describe, expect, test } from 'bun:test';
import { createSigner } from './signing.ts';

const secret = new Uint8Array(32).fill(7);

describe('createSigner', () => {
  const signer = createSigner(secret, 'test');

  test('what it signed opens again', () => {
    for (const text of ['', 'a', 'שלום', 'x'.repeat(5000)]) expect(signer.open(signer.sign(text))).toBe(text);
  });

  test('nothing else does', () => {
    const signed = signer.sign('hello');
    for (const forged of [
      '',
      'hello',
      signed.slice(1),
      `${signed}!`,
      `A${signed.slice(1)}`.replace(/^A/, signed[0] === 'A' ? 'B' : 'A'),
      'é'.repeat(60),
    ])
      expect(signer.open(forged)).toBeNull();
  });

  test('a signature is for one purpose and one installation', () => {
    const signed = signer.sign('hello');
    expect(createSigner(secret, 'other').open(signed)).toBeNull();
    expect(createSigner(new Uint8Array(32), 'test').open(signed)).toBeNull();
  });
});
