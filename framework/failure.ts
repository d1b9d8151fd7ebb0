/** Refusals: what a request gets in place of what it asked for. A site throws its own, as long as they look like these. */

export type Issue = { path: string; message: string };

export interface Failure extends Error {
  /** Tells a refusal from an accident, which says nothing to the outside. */
  readonly isFailure: true;
  /** For programs: `NOT_FOUND`. */
  readonly code: string;
  /** Of the answer. */
  readonly status: number;
  readonly issues?: readonly Issue[];
  /** Facts of this refusal the client needs, merged into the JSON body. */
  readonly details?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** The refusals of the framework itself, with their statuses. Sites word them. */
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

export type FailureCode = keyof typeof STATUSES;

type More = Pick<Failure, 'issues' | 'details' | 'headers'> & { params?: Record<string, string | number> };

/** A refusal of the framework. Its message is its code until the site has worded it. */
export class HttpFailure extends Error implements Failure {
  override name = 'HttpFailure';
  readonly isFailure = true;
  readonly code: FailureCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;
  /** Values for the places of its wording. */
  readonly params: Record<string, string | number>;

  constructor(code: FailureCode, { issues, details, headers, params = {} }: More = {}) {
    super(code);
    this.code = code;
    this.status = STATUSES[code];
    this.issues = issues;
    this.details = details;
    this.headers = headers;
    this.params = params;
  }
}

export const fail = (code: FailureCode, more?: More): HttpFailure => new HttpFailure(code, more);

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && (error as Partial<Failure>).isFailure === true;
}

/** The same refusal with other words. */
export function reworded(failure: Failure, message: string, issues = failure.issues): Failure {
  const { code, status, details, headers, name } = failure;
  return Object.assign(new Error(message), {
    ...{ isFailure: true as const, code, status, details, headers, issues, name },
  });
}
