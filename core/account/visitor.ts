import type { Locale } from '../locale/locale.ts';

/** Who is signed in, as far as a page needs to know. Never holds anything secret. */
export type SessionUser = { id: number; username: string; isAdmin: boolean; locale: Locale | null };
