import type { Assets } from './assets.ts';
import type { RequestContext, RouteManifest } from './define.ts';
import type { Failure, FormIssue, Text } from './failure.ts';
import type { Frame } from './frame.tsx';
import type { Flashes } from './http/flash.ts';
import type { ReadForm } from './http/request.ts';
import type { OriginRules } from './http/security.ts';
import type { Translations } from './locale/i18n.ts';
import type { Languages } from './locale/languages.ts';
import type { LruCache } from './lru-cache.ts';
import type { Access, Limit, PageFacts, SiteLocale, SiteServices, SiteUser } from './register.ts';
import type { SharedDocument, SlotValues } from './shared-document.ts';

/** The application's side of the framework: its routes, its build, and the functions below. */
export type SiteOptions = {
  /** The site's name, for link previews. */
  name: string;
  /** Root-relative URL of the site's picture for link previews. */
  pictureIn(locale: SiteLocale): string;
  manifest: RouteManifest;
  assets: Assets;
  translations: Translations;
  languages: Languages;
  /** A text in a reader's language; several are joined by a space. */
  say(text: Text | readonly Text[], locale: SiteLocale): string;
  /** Reads the fields of a form before its schema does; JSON is taken as it is. */
  readForm?: ReadForm;
  /** Returns the issue of a field for an issue of a schema (zod's). */
  issueOf(issue: unknown): FormIssue;
  /** Returns the refusal for an error that only the site can recognise, such as a lost database; null for any other. */
  explain(error: unknown): Failure | null;
  /** Messages carried over a redirect. */
  flashes: Flashes;
  services: SiteServices;
  rules: OriginRules;
  /** Development: markup checks, reload, stacks on error pages. */
  dev: boolean;
  /** True when the visitor reached us over https. */
  https(request: Request): boolean;
  readUser(request: Request): Promise<SiteUser | null>;
  /** Called when a request that may have changed something has been handled, before it is answered. */
  changed?(): void;
  /** Counts a call of a kind. @throws TOO_MANY */
  count(kind: Limit, request: Request, user: SiteUser | null): Promise<unknown>;
  /**
   * Refuses a reader whose role allows the request, when the site demands more, such as a second factor. A page may
   * redirect instead.
   * @throws a refusal or, for a page, a Redirect
   */
  demandMore?(access: Access, user: SiteUser, page: URL | null): void;
  /** Returns what every page knows beside reader, region and address. @param request null for parts rendered for all readers */
  facts(request: Request | null): PageFacts;
  /** Returns the HTML, by name, that frames show of their reader as `<ReaderPart>`: the same names for all members, none for visitors. */
  readerParts?(ctx: RequestContext): SlotValues;
  /** Names of cookies that identify a reader: requests without them may get a page stored for all. */
  personalCookies: readonly string[];
  /** Selector of links to other pages that are fetched as soon as they are pressed: none with an effect, and no files. */
  pageLinks?: string;
  /** Path of the sign-in page, for visitors of members' pages. */
  signInPath: string;
  /** Hashes of styles that scripts of the site's packages add. */
  styleHashes: readonly string[];
  /** Called for every refusal. */
  refused(request: Request, error: Failure, user: SiteUser | null): void;
  /** Called for every error that ends in a 5xx. */
  report(error: unknown, request: Request): void;
  /** True when the proxies in front are ours: then a request keeps the id they gave it. */
  trustsProxies?: boolean;
  /** Called for every request once it is answered. */
  observe?(observation: Observation): void;
  /** While true, connections end with their answer: the server is about to stop. */
  isClosing?(): boolean;
};

/** An answered request. `route` is the pattern of its route, null for files and unknown paths. */
export type Observation = {
  request: Request;
  method: string;
  route: string | null;
  status: number;
  ms: number;
};

/** One site while it is served. */
export type Site = SiteOptions & { documents: LruCache<SharedDocument>; frames: LruCache<Frame> };
