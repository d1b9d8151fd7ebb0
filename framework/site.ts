import type { Assets } from './assets.ts';
import type { RouteManifest } from './define.ts';
import type { Failure, Issue, Text } from './failure.ts';
import type { Flashes } from './http/flash.ts';
import type { OriginRules } from './http/security.ts';
import type { Translations } from './locale/i18n.ts';
import type { Languages } from './locale/languages.ts';
import type { Limit, Locale, PageFacts, Services, User } from './register.ts';
import type { SharedDocuments } from './shared-document.ts';

/** What an application says of its site: routes and build, and answers to the few questions the framework asks. */
export type SiteOptions = {
  manifest: RouteManifest;
  assets: Assets;
  translations: Translations;
  languages: Languages;
  /** A text in a reader's language; several are joined by a space. */
  say(text: Text | readonly Text[], locale: Locale): string;
  /** What is wrong with a field, from an issue of a schema (zod's). */
  issueOf(issue: unknown): Issue;
  /** The refusal an accident stands for that the site knows and the framework does not: a database that is away. */
  explain(error: unknown): Failure | null;
  /** Messages carried over a redirect. */
  flashes: Flashes;
  services: Services;
  rules: OriginRules;
  /** Development: markup checks, reload, stacks on error pages. */
  dev: boolean;
  /** Whether the visitor reached us over https. */
  https(request: Request): boolean;
  readUser(request: Request): Promise<User | null>;
  /** Told when a request that may have changed something has been handled, before it is answered. */
  changed?(): void;
  /** Counts a call of a kind. @throws TOO_MANY */
  count(kind: Limit, request: Request, user: User | null): Promise<unknown>;
  /** What every page knows beside reader, region and address. @param request null for parts drawn for all readers */
  facts(request: Request | null): PageFacts;
  /** Cookies by which a reader is somebody: without them a page that is the same for all may be shared. */
  personalCookies: readonly string[];
  /** Where who is not signed in is sent. */
  signInPath: string;
  /** Hashes of styles that scripts of the site's packages add. */
  styleHashes: readonly string[];
  /** Told of every refusal. */
  refused(request: Request, error: Failure, user: User | null): void;
  /** Told of everything that ends in a 5xx. */
  report(error: unknown, request: Request): void;
};

/** One site while it is served. */
export type Site = SiteOptions & { documents: SharedDocuments };
