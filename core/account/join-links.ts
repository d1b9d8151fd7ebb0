/** Join links: an organizer gives one to a class or an office, and each of them may register by it, whatever their network. */

/** Letters and digits that nobody takes for another one when a code is read aloud. */
export const JOIN_CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const JOIN_CODE_LENGTH = 8;

/** Accounts one link may make at most. */
export const MOST_JOIN_USES = 5_000;
/** Days a link is valid at most. */
export const MOST_JOIN_DAYS = 30;
/** Characters of a link's label at most. */
export const MOST_JOIN_LABEL = 60;

/** Returns the code in a typed text or an address, in upper case; null for any other text. */
export function readJoinCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  const isCode =
    code.length === JOIN_CODE_LENGTH && [...code].every((letter) => JOIN_CODE_CHARACTERS.includes(letter));
  return isCode ? code : null;
}
