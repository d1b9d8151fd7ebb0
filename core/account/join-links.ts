/** Join links, with which the people of a class or an office can register even from one network address. */

/** Digits and letters without 0, 1, I and O, which look alike. */
export const JOIN_CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const JOIN_CODE_LENGTH = 8;

export const MOST_JOIN_USES = 5_000;
export const MOST_JOIN_DAYS = 30;
export const MOST_JOIN_LABEL = 60;

/** Reads a join code, typed or from an address: trimmed and in upper case. @returns null for any other text */
export function readJoinCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  const isCode =
    code.length === JOIN_CODE_LENGTH && [...code].every((letter) => JOIN_CODE_CHARACTERS.includes(letter));
  return isCode ? code : null;
}
