/** The options of a site: everything that the framework needs to serve it. */
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

export type SiteOptions = {
  /** The site's name, for link previews. */
  name: string;
  /** Root-relative URL of the site's picture for link previews. */
  pictureIn(locale: SiteLocale): string;
  manifest: RouteManifest;
  assets: Assets;
  translations: Translations;
  languages: Languages;
  /** Returns a text in a language; several texts are joined by a space. */
  say(text: Text | readonly Text[], locale: SiteLocale): string;
  /** Converts the fields of a form before their schema parses them; JSON is not converted. */
  readForm?: ReadForm;
  /** True for a call that accepts a multipart form and reads none of its fields. @param path of the request */
  takesMultipart?(path: string): boolean;
  /** Names of fields that any form may send, whether its call has them or not. */
  formFields?: readonly string[];
  /** Converts an issue of a schema library (zod) to the issue of a field. */
  issueOf(issue: unknown): FormIssue;
  /** Returns the refusal for an error that only the site can recognise, such as a lost database; null for any other. */
  explain(error: unknown): Failure | null;
  /** Flashes: messages that the server carries over a redirect. */
  flashes: Flashes;
  services: SiteServices;
  rules: OriginRules;
  /** True in development: markup checks, reload, stack traces on error pages. */
  dev: boolean;
  https(request: Request): boolean;
  readUser(request: Request): Promise<SiteUser | null>;
  /** Called after each request that may have changed something, before the response is sent. */
  changed?(): void;
  /** Counts a call towards a rate limit. @throws TOO_MANY */
  count(kind: Limit, request: Request, user: SiteUser | null): Promise<unknown>;
  /**
   * Refuses a reader whose role allows the request, when the site demands more, such as a second factor. A page may
   * redirect instead.
   * @throws a refusal or, for a page, a Redirect
   */
  demandMore?(access: Access, user: SiteUser, page: URL | null): void;
  /**
   * Returns the facts of every page besides reader, region and address.
   * @param request null for parts rendered for all readers
   */
  facts(request: Request | null): PageFacts;
  /**
   * Returns the HTML, by name, that frames show as `<ReaderPart>`: the same names for all members, none for visitors.
   */
  readerParts?(ctx: RequestContext): SlotValues;
  /** Names of cookies that identify a reader. A request without them may get a page from the cache. */
  personalCookies: readonly string[];
  /**
   * Selector of links that the browser fetches when they are pressed. It matches no link with a side effect and no
   * file.
   */
  pageLinks?: string;
  /** Path of the sign-in page, where visitors of members' pages are sent. */
  signInPath: string;
  /** Hashes of styles that third-party scripts of the site add. */
  styleHashes: readonly string[];
  /** Called for every refusal, except when a page sends a visitor to the sign-in page. */
  refused(request: Request, error: Failure, user: SiteUser | null): void;
  /** Called for every error that ends in a 5xx. */
  report(error: unknown, request: Request): void;
  /** True when the site trusts its proxies: a request keeps the id that a proxy gave it. */
  trustsProxies?: boolean;
  /** Called for every request once it has its response. */
  observe?(observation: Observation): void;
  /** True while the server is stopping: each connection is closed after its response. */
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

/** A site while it is served: its options and caches. */
export type Site = SiteOptions & { documents: LruCache<SharedDocument>; frames: LruCache<Frame> };
