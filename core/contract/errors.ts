/** Every refusal the server can give: one table of codes, statuses and sentences. */

type Entry = { status: number; message: string };

/** Sentences name the thing in the user's words; `{name}` places are filled by `fail`. */
export const ERRORS = {
  BAD_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  SIGNED_OUT: { status: 401, message: 'Please sign in.' },
  BAD_CREDENTIALS: { status: 401, message: 'Wrong username or password.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do that.' },
  NOT_YOU: { status: 403, message: 'You can only act for yourself.' },
  BAD_ORIGIN: { status: 403, message: 'This request did not come from our pages.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here.' },
  UNKNOWN_SYMBOL: { status: 404, message: 'Unknown ticker {symbol}.' },
  UNKNOWN_TRADER: { status: 404, message: 'There is no such trader.' },
  ORDER_NOT_FOUND: { status: 404, message: 'You have no such order.' },
  UNKNOWN_ITEM: { status: 404, message: 'There is no such item.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that method.' },
  COMPETITION_INACTIVE: {
    status: 409,
    message: 'No competition is active. Trading opens when the next one starts.',
  },
  USERNAME_TAKEN: { status: 409, message: 'That username is taken.' },
  ALREADY_ACTIVE: { status: 409, message: 'The competition is already active.' },
  ALREADY_DISQUALIFIED: { status: 409, message: '{username} is disqualified already.' },
  NOT_ACTIVE: { status: 409, message: 'No competition is active.' },
  PRICE_MOVED: {
    status: 409,
    message: 'The price moved over 1% to {price}. Confirm again to trade at the new price.',
  },
  SPLIT_CHECK: {
    status: 409,
    message: '{symbol} moved so far that we are checking for a split. Try again in a minute.',
  },
  MARKET_CLOSED: { status: 409, message: 'The market is closed right now.' },
  POSITION_CONFLICT: {
    status: 409,
    message: 'You hold the other side of {symbol}. Close it first or reverse.',
  },
  NOT_ENOUGH_SHARES: { status: 409, message: 'That is more than you have open in {symbol}.' },
  NOT_ENOUGH_CASH: { status: 409, message: 'You do not have enough cash for that.' },
  ORDER_FINAL: { status: 409, message: 'This order is over: it can no longer be changed.' },
  DUPLICATE_ORDER: { status: 409, message: 'You have used that clientOrderId before.' },
  TOO_MANY_ORDERS: { status: 409, message: 'You have too many working orders. Cancel one first.' },
  ALREADY_OWNED: { status: 409, message: 'You already own this item' },
  NOT_OWNED: { status: 409, message: 'You do not own this item.' },
  NOT_ENOUGH_TKF: { status: 409, message: '{name} costs {price} TKF, and you have {tkf}.' },
  PRICE_TOO_LOW: { status: 409, message: 'The rules of this season allow no shares at so low a price.' },
  SHARE_LIMIT: {
    status: 409,
    message: 'The rules of this season allow no more of the start cash in one symbol.',
  },
  TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  WRONG_HOST: { status: 421, message: 'This site is at {address}.' },
  UNSUPPORTED_TYPE: { status: 415, message: 'Send JSON or a form.' },
  INVALID: { status: 422, message: 'Some fields are not valid.' },
  INVALID_QUANTITY: { status: 422, message: 'Invalid Quantity' },
  INVALID_AMOUNT: { status: 422, message: 'Invalid Amount' },
  INVALID_PRICE: { status: 422, message: 'Invalid Price' },
  INVALID_TRAIL: { status: 422, message: 'The trail must be shorter than the price.' },
  PRICE_CROSSED: { status: 422, message: 'The price is already at {price}: the stop is reached.' },
  BRACKET_PRICES: { status: 422, message: 'Target and stop must lie on either side of the price.' },
  WRONG_ITEM_TYPE: { status: 422, message: '{name} is not a {type}.' },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    message: 'This Idempotency-Key was already used for another request.',
  },
  TOO_MANY: { status: 429, message: 'Too many requests. Try again in {seconds} s.' },
  INTERNAL: { status: 500, message: 'Something went wrong. Please try again later.' },
  STALE_PRICE: {
    status: 503,
    message: 'There is no fresh price for {symbol} right now. Try again in a moment.',
  },
  CATCHING_UP: { status: 503, message: 'Orders are being brought up to date. Try again in a moment.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available right now. Please try again shortly.' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;
export type Issue = { path: string; message: string };

/** A refusal with a machine code and a sentence the user can read. Anything else thrown is a 500. */
export class AppError extends Error {
  override name = 'AppError';
  /** What the framework knows refusals by. */
  readonly isFailure = true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  /** Facts of this refusal the client needs (new price, largest quantity); merged into the JSON body. */
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { issues?: Issue[]; details?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.issues = more.issues;
    this.details = more.details;
    this.headers = more.headers;
  }
}

/** Makes the refusal `code`, its sentence filled from `vars`, or with `message` instead. */
export function fail(
  code: ErrorCode,
  more: {
    vars?: Record<string, string | number>;
    message?: string;
    issues?: Issue[];
    details?: Record<string, unknown>;
    headers?: Record<string, string>;
  } = {},
): AppError {
  const text =
    more.message ??
    ERRORS[code].message.replace(/\{(\w+)\}/g, (_, k: string) => String(more.vars?.[k] ?? ''));
  return new AppError(code, text, more);
}
