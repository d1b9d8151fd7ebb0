import type { Locale } from '../locale/locale.ts';
import type { Restriction } from './restriction.ts';

/** Who is signed in, as far as a page needs to know. Never holds anything secret. */
export type SessionUser = {
  id: number;
  username: string;
  isAdmin: boolean;
  locale: Locale | null;
  /** Id of the logo they wear, as far as it was read with the session. */
  logo?: string | null;
  /** What they have earned, as far as it was read with the session. */
  earned?: { xp: number; level: number; tkf: number };
  /** What keeps them from acting. */
  restriction?: Restriction;
};
