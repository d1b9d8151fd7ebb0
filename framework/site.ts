import type { SessionUser } from '#core/account/visitor.ts';
import type { AppError } from '#core/contract/errors.ts';
import type { Limited } from '#services/platform/rate-limit.ts';
import type { Services } from '#services/services.ts';
import type { Assets } from './assets.ts';
import type { RouteManifest } from './define.ts';
import type { Flashes } from './http/flash.ts';
import type { OriginRules } from './http/security.ts';
import type { Translations } from './i18n.ts';
import type { Say } from './sentences.ts';

/** One site: its routes and build, and the few questions the framework asks the application. */
export type Site = {
  manifest: RouteManifest;
  assets: Assets;
  translations: Translations;
  /** The server's own sentences, in the languages of its readers. */
  say: Say;
  /** Messages carried over a redirect. */
  flashes: Flashes;
  services: Services;
  rules: OriginRules;
  /** Development: markup checks, reload, stacks on error pages. */
  dev: boolean;
  /** Whether the visitor reached us over https. */
  https(request: Request): boolean;
  readUser(request: Request): Promise<SessionUser | null>;
  /** Told when a request that may have changed something has been handled, before it is answered. */
  changed?(): void;
  /** Counts a call of a kind. @throws TOO_MANY */
  count(kind: Limited, request: Request, user: SessionUser | null): Promise<unknown>;
  competition(): { active: boolean };
  /** Told of every refusal. */
  refused(request: Request, error: AppError, user: SessionUser | null): void;
  /** Told of everything that ends in a 5xx. */
  report(error: unknown, request: Request): void;
};
