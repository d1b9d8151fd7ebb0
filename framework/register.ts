/**
 * The types that a site declares to the framework, so that the framework names nothing of a site. A site declares them
 * once, by merging them into `Register`:
 *
 *     declare module '#framework/register.ts' {
 *       interface Register { services: Services; user: SessionUser; locale: 'en' | 'he' }
 *     }
 *
 * A type that a site leaves out has a plain default.
 */
// biome-ignore lint/suspicious/noEmptyInterface: sites merge into it
export interface Register {}

export type SiteServices = Register extends { services: infer Own } ? Own : unknown;

/**
 * The fields that every site's users have. `isStaff` is true for an admin and for somebody with some of an admin's
 * rights, `isGuest` for somebody with some of a member's rights; absent for everyone else. `locale` is the account's
 * language, null without a choice.
 */
type AnyUser = {
  id: number;
  username: string;
  isAdmin: boolean;
  isStaff?: boolean;
  isGuest?: true;
  locale: string | null;
};
/** The signed-in user, with the fields that every page may read. */
export type SiteUser = Register extends { user: infer Own extends AnyUser } ? Own : AnyUser;

export type SiteLocale = Register extends { locale: infer Own extends string } ? Own : string;

/** Facts that the site gives every page besides reader, region and address. */
export type PageFacts = Register extends { page: infer Own extends object } ? Own : object;

/** Keys of the site's texts: `namespace:key`. */
export type TranslationKey = Register extends { translationKey: infer Own extends string } ? Own : string;

export type Limit = Register extends { limit: infer Own extends string } ? Own : string;

/**
 * The values of `access`: who may open a page or make a call. `guest` admits everybody with a session; the site may
 * refuse a guest some of the things that are for a `member`.
 */
export type Access = 'public' | 'guest' | 'member' | 'staff' | 'admin';
