/** Refusals of a request. A site throws errors of its own class; `isFailure` recognises them by their fields. */

import type { SiteLocale, TranslationKey } from './register.ts';

export type TextParams = Readonly<Record<string, string | number | readonly string[]>>;

/** A text of the site: its key in `locales/` and the values of its placeholders. */
export type Text = { key: TranslationKey; params?: TextParams };

/** The issue of the field at `path`; its text is `errors:<code>`. */
export type FormIssue = { path: string; code: string; params?: TextParams };

/** A refusal. Its text is `errors:<code>`, or `errors:<code>.<reason>` where it has a reason. */
export interface Failure extends Error {
  /** Marks a refusal. The details of any other error never leave the server. */
  readonly isFailure: true;
  /** The code for programs: `NOT_FOUND`. */
  readonly code: string;
  readonly status: number;
  readonly reason?: string;
  readonly params?: TextParams;
  readonly issues?: readonly FormIssue[];
  /** Issues whose texts replace the error's own message. */
  readonly saying?: readonly FormIssue[];
  /** Facts that the client needs, merged into the JSON body. */
  readonly details?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** The framework's refusals, with their statuses. The site has their texts. */
const STATUSES = {
  BAD_JSON: 400,
  BAD_REQUEST: 400,
  SIGNED_OUT: 401,
  FORBIDDEN: 403,
  BAD_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  WRONG_HOST: 421,
  INVALID: 422,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

type FailureCode = keyof typeof STATUSES;

type More = Pick<Failure, 'params' | 'issues' | 'details' | 'headers'>;

class HttpFailure extends Error implements Failure {
  override name = 'HttpFailure';
  readonly isFailure = true;
  readonly code: FailureCode;
  readonly status: number;
  readonly issues: readonly FormIssue[] | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly params: TextParams | undefined;

  constructor(code: FailureCode, { issues, details, headers, params }: More = {}) {
    super(code);
    this.code = code;
    this.status = STATUSES[code];
    this.issues = issues;
    this.details = details;
    this.headers = headers;
    this.params = params;
  }
}

export const httpFailure = (code: FailureCode, more?: More): HttpFailure => new HttpFailure(code, more);

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && (error as Partial<Failure>).isFailure === true;
}

export const issueText = ({ code, params }: FormIssue): Text => ({
  key: `errors:${code}` as TranslationKey,
  ...(params && { params }),
});

/** Returns the texts of a refusal: the texts of its issues where they say more, else its own text. */
export function textsOf({ code, reason, params, issues = [], saying }: Failure): Text[] {
  // a text that all issues share says more than "some fields are not valid"
  const chosen = saying ?? (code === 'INVALID' ? shared(issues) : []);
  if (chosen.length > 0) return chosen.map(issueText);
  const key = `errors:${reason === undefined ? code : `${code}.${reason}`}` as TranslationKey;
  return [{ key, ...(params && { params }) }];
}

/** Returns the rule that all refused fields broke, where the refusal's own text does not state it; null otherwise. */
export function ruleOf({ code, issues = [], saying }: Failure): Text | null {
  const [rule] = saying || code === 'INVALID' ? [] : shared(issues);
  return rule && rule.code !== code ? issueText(rule) : null;
}

/** Returns a list with the one issue that all fields have; an empty list when their issues differ. */
function shared(issues: readonly FormIssue[]): readonly FormIssue[] {
  const kinds = new Set(issues.map(({ code, params }) => JSON.stringify([code, params])));
  return kinds.size === 1 ? issues.slice(0, 1) : [];
}

export type Refusal = Pick<Failure, 'code' | 'status' | 'reason' | 'params' | 'details' | 'headers'> & {
  message: string;
  issues?: (FormIssue & { message: string })[];
};

/** Returns a refusal worded in a language. @param instead a text in place of the refusal's texts */
export function word(
  site: { say(text: Text | readonly Text[], locale: SiteLocale): string },
  failure: Failure,
  locale: SiteLocale,
  instead?: Text,
): Refusal {
  const { code, status, reason, params, issues, details, headers } = failure;
  return {
    code,
    status,
    reason,
    params,
    details,
    headers,
    message: site.say(instead ?? textsOf(failure), locale),
    issues: issues?.map((issue) => ({ ...issue, message: site.say(issueText(issue), locale) })),
  };
}

/** Returns the response of a refusal as JSON. Some callers read `error`, some `message`, so both have the sentence. */
export function refusalJson({
  details,
  message,
  code,
  status,
  reason,
  params,
  issues,
  headers,
}: Refusal): Response {
  return Response.json(
    { ...details, error: message, message, code, reason, params, issues },
    { status, headers: { 'cache-control': 'private, no-store', ...headers } },
  );
}
