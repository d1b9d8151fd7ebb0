/**
 * The types that a site declares to the framework, which names nothing of a site's own. A site declares them
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

/** The type of `ctx.services`. */
export type SiteServices = Register extends { services: infer Own } ? Own : unknown;

/**
 * The least a site says of its users. `isStaff`: an admin, or somebody with a part of an admin's rights; absent for everyone else.
 * `isGuest`: somebody with a part of a member's rights; absent for everyone else.
 * `locale` is the account's language, null without a choice.
 */
type AnyUser = {
  id: number;
  username: string;
  isAdmin: boolean;
  isStaff?: boolean;
  isGuest?: true;
  locale: string | null;
};
/** The signed-in user, as far as every page may know. */
export type SiteUser = Register extends { user: infer Own extends AnyUser } ? Own : AnyUser;

/** The languages of the site. */
export type SiteLocale = Register extends { locale: infer Own extends string } ? Own : string;

/** Facts of the site that every page knows beside reader, region and address. */
export type PageFacts = Register extends { page: infer Own extends object } ? Own : object;

/** Keys of the site's texts: `namespace:key`. */
export type TranslationKey = Register extends { translationKey: infer Own extends string } ? Own : string;

/** The kinds of calls the site counts and limits. */
export type Limit = Register extends { limit: infer Own extends string } ? Own : string;

/**
 * The values of `access`: who may open a page or make a call. `guest`: everybody with a session; the site may refuse some of them
 * what is for a `member`.
 */
export type Access = 'public' | 'guest' | 'member' | 'staff' | 'admin';
