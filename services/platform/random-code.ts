import { JOIN_CODE_CHARACTERS } from '#core/account/join-links.ts';

/** Returns a random code. There are 32 characters, so that each byte gives one of them with the same chance. */
export const randomCode = (length: number): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => JOIN_CODE_CHARACTERS[byte % JOIN_CODE_CHARACTERS.length],
  ).join('');
