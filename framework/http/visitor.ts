import type { Text } from '../failure.ts';

/** Who may see a page or call an address. */
export type Access = 'public' | 'member' | 'admin';

/** A message carried over one redirect, as `T`, and shown once on the next page, in the words of its reader. */
type Carried<T> = {
  kind: 'success' | 'error';
  title: T;
  message: T | readonly T[];
  /** What had been typed into the form that failed, by field. */
  values?: Record<string, string>;
  /** What is wrong with it, by field. */
  issues?: Record<string, T>;
};
export type FlashTexts = Carried<Text>;
export type Flash = Carried<string> & { message: string };
