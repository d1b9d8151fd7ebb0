/**
 * Every refusal of the server: one table of codes with their HTTP status and the parameters of their wordings. A code
 * with several wordings has a reason for each. `locales/<language>/errors.json` has the wordings as `CODE` and
 * `CODE.reason`. Every room may import this folder; this folder imports no room.
 */
import type { Issue } from './issues.ts';
import type { ParamName, Params, ParamsOf } from './params.ts';

type Names = readonly ParamName[];
type Entry = { status: number; params?: Names; reasons?: Record<string, Names> };

export const REFUSALS = {
  BAD_JSON: { status: 400 },
  BAD_REQUEST: { status: 400 },
  SIGNED_OUT: { status: 401 },
  BAD_CREDENTIALS: { status: 401 },
  WRONG_PASSWORD: { status: 401 },
  WRONG_CODE: { status: 401 },
  WRONG_FACTOR_CODE: { status: 401 },
  SIGN_IN_OVER: { status: 401 },
  FORBIDDEN: { status: 403, reasons: { staff: [], admin: [] } },
  NOT_YOU: { status: 403 },
  KEEP_FIRST: { status: 403 },
  PROOF_NEEDED: { status: 403 },
  FACTOR_NEEDED: { status: 403 },
  SUSPENDED: { status: 403, params: ['why'], reasons: { until: ['why', 'at'] } },
  NEW_NAME_NEEDED: { status: 403, params: ['why'] },
  ACCOUNT_LEAVING: { status: 403 },
  REMOVED: { status: 403, params: ['why'] },
  BAD_ORIGIN: { status: 403 },
  NOT_FOUND: { status: 404, reasons: { recording: [], message: [] } },
  UNKNOWN_SYMBOL: { status: 404, params: ['symbol'], reasons: { blank: [] } },
  UNKNOWN_TRADER: { status: 404 },
  ORDER_NOT_FOUND: { status: 404 },
  UNKNOWN_ITEM: { status: 404 },
  JOIN_OVER: { status: 404 },
  NO_SUCH_INVITATION: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  COMPETITION_INACTIVE: { status: 409, reasons: { game: [], gameOver: [] } },
  USERNAME_TAKEN: { status: 409 },
  GUEST_WOULD_END: { status: 409 },
  NAME_TOO_SOON: { status: 409, params: ['at'] },
  LAST_ADMIN: { status: 409 },
  OWN_ACCOUNT: { status: 409 },
  PASSWORD_NEEDED: { status: 409 },
  FACTOR_IS_ON: { status: 409 },
  ALREADY_REPORTED: { status: 409 },
  ANSWERED: { status: 409, params: ['username', 'reply'] },
  SAVED_REPLIES_FULL: { status: 409, params: ['count'] },
  ALREADY_ACTIVE: { status: 409 },
  ALREADY_DISQUALIFIED: { status: 409, params: ['username'] },
  ALREADY_WITHOUT_PRIZE: { status: 409, params: ['username'] },
  NOTHING_TO_LIFT: { status: 409, params: ['username'] },
  NOT_ENDED: { status: 409 },
  SETTING_FIXED: {
    status: 409,
    reasons: { startCash: [], longOnly: [], maxVolume: [], leaguePrize: [], game: [] },
  },
  ALREADY_CONFIRMED: { status: 409 },
  CHANGED_MEANWHILE: { status: 409 },
  NOT_CONFIRMED: { status: 409 },
  NOT_CLAIMED: { status: 409, params: ['username'] },
  PRIZE_PAID: { status: 409 },
  CLAIM_OVER: { status: 409 },
  OPEN_CLAIM: { status: 409, reasons: { provisional: [] } },
  NOT_ACTIVE: { status: 409 },
  BUNDLE_NOT_YET: { status: 409, reasons: { ended: ['at'], game: [] } },
  PRICE_MOVED: { status: 409, params: ['price'] },
  SYMBOL_PRICED: { status: 409, params: ['symbol'] },
  SYMBOL_NOT_HELD: { status: 409, params: ['symbol'] },
  SYMBOL_FIXED: { status: 409 },
  SYMBOL_BOTH_HELD: { status: 409, params: ['symbol', 'newSymbol'] },
  SPLIT_CHECK: { status: 409, params: ['symbol'] },
  MARKET_CLOSED: { status: 409, reasons: { opens: ['day', 'time', 'utc', 'israel'] } },
  POSITION_CONFLICT: {
    status: 409,
    params: ['symbol'],
    reasons: {
      held: ['side', 'quantity', 'symbol', 'closing'],
      none: ['needed', 'symbol', 'action'],
    },
  },
  NOT_ENOUGH_SHARES: {
    status: 409,
    params: ['symbol'],
    reasons: {
      more: ['side', 'held', 'symbol', 'quantity'],
      none: ['needed', 'symbol', 'action'],
      other: ['needed', 'symbol', 'action', 'side', 'held'],
    },
  },
  NOT_ENOUGH_CASH: {
    status: 409,
    reasons: {
      open: ['quantity', 'symbol', 'cost', 'cash', 'action', 'most'],
      cover: ['quantity', 'symbol', 'missing'],
      reserved: ['hold', 'free', 'count', 'reserved', 'most'],
    },
  },
  ORDER_FINAL: { status: 409 },
  DUPLICATE_ORDER: { status: 409 },
  TOO_MANY_ORDERS: {
    status: 409,
    reasons: { all: ['count'], symbol: ['count', 'symbol'], group: ['count'] },
  },
  DAY_FULL: {
    status: 409,
    reasons: { fills: ['count'], reserved: ['count'], orders: ['count'], announcements: ['count'] },
  },
  ANNOUNCEMENT_SENT: { status: 409 },
  ALREADY_OWNED: { status: 409 },
  NOT_OWNED: { status: 409 },
  NOT_ENOUGH_TKF: { status: 409, params: ['item', 'tkfPrice', 'tkf'] },
  PRICE_TOO_LOW: { status: 409, params: ['symbol', 'exactPrice', 'least'] },
  ENTRY_CLOSED: { status: 409, reasons: { planned: ['at'] } },
  SHORTING_OFF: { status: 409, params: ['symbol'] },
  TICKER_NOT_ALLOWED: { status: 409, params: ['symbol'] },
  SHARE_LIMIT: { status: 409, params: ['quantity', 'symbol', 'limit', 'percent', 'action', 'most'] },
  ACCOUNT_TOO_NEW: { status: 403, params: ['count'] },
  LEAGUE_FULL: { status: 409, params: ['count'] },
  JOINING_CLOSED: { status: 409 },
  LEAGUE_STARTED: { status: 409 },
  LEAGUE_ENDED: { status: 409 },
  LEAGUE_OWNER: { status: 409 },
  ALREADY_IN: { status: 409, reasons: { waiting: [] } },
  TOO_MANY_LEAGUES: { status: 409, reasons: { joined: ['count'], owned: ['count'], heir: ['count'] } },
  TOO_MANY_HELPERS: { status: 409, params: ['count'] },
  VOLUME_LIMIT: {
    status: 409,
    params: ['quantity', 'symbol', 'allowed', 'percent', 'action', 'most'],
    reasons: { unknown: ['symbol'] },
  },
  LINK_OVER: { status: 410 },
  TOO_LARGE: { status: 413 },
  WRONG_HOST: { status: 421, params: ['address'] },
  UNSUPPORTED_TYPE: { status: 415 },
  INVALID: { status: 422 },
  INVALID_QUANTITY: { status: 422 },
  INVALID_AMOUNT: { status: 422 },
  INVALID_PRICE: { status: 422 },
  INVALID_TRAIL: { status: 422, reasons: { long: [] } },
  PRICE_CROSSED: { status: 422, params: ['price'] },
  BRACKET_PRICES: { status: 422, reasons: { long: ['price'], short: ['price'] } },
  WRONG_ITEM_TYPE: { status: 422, params: ['item', 'itemType'] },
  REASON_NEEDED: { status: 422 },
  IDEMPOTENCY_MISMATCH: { status: 422 },
  TOO_MANY: {
    status: 429,
    params: ['seconds'],
    reasons: { minutes: ['minutes'], accounts: ['minutes'], guests: ['minutes'] },
  },
  INTERNAL: { status: 500 },
  STALE_PRICE: { status: 503, params: ['symbol'] },
  UNAVAILABLE: {
    status: 503,
    /** Why the market has no price (market/market.ts `MarketUnavailableError`). */
    reasons: {
      prices: [],
      network: [],
      networkFor: ['symbol'],
      data: [],
      dataFor: ['symbol'],
      json: [],
      intradayList: [],
      intraday: [],
      historical: [],
      daily: [],
      limit: ['seconds'],
      key: [],
      slow: [],
      splits: ['symbol'],
      early: ['symbol'],
      clock: [],
    },
  },
} as const satisfies Record<string, Entry>;

type Table = typeof REFUSALS;
export type RefusalCode = keyof Table;
type ReasonOf<C extends RefusalCode> = Table[C] extends { reasons: infer R } ? keyof R & string : never;

/** The key of a wording: `NOT_FOUND`, `NOT_FOUND.recording`. */
export type WordingKey = { [C in RefusalCode]: C | `${C}.${ReasonOf<C>}` }[RefusalCode];

type NamesIn<T> = T extends readonly (infer N extends ParamName)[] ? N : never;
type NamesOf<K extends WordingKey> = K extends `${infer C extends RefusalCode}.${infer R}`
  ? Table[C] extends { reasons: Record<R, infer N> }
    ? NamesIn<N>
    : never
  : K extends RefusalCode
    ? Table[K] extends { params: infer N }
      ? NamesIn<N>
      : never
    : never;
export type WordingParams<K extends WordingKey> = ParamsOf<NamesOf<K>>;

type More = {
  issues?: readonly Issue[];
  /** Issues whose texts replace the text of the refusal's code in its message. */
  saying?: readonly Issue[];
  /** Further fields of the JSON body, for clients: the new price, the largest quantity. */
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** A refusal: a code and the values its wording names. Any other thrown error is a 500. */
export class AppError extends Error {
  override name = 'AppError';
  /** The framework, which must not import core, recognises refusals by this field. */
  readonly isFailure = true;
  readonly code: RefusalCode;
  readonly reason: string | undefined;
  readonly status: number;
  readonly params: Params | undefined;
  readonly issues: readonly Issue[] | undefined;
  readonly saying: readonly Issue[] | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(key: WordingKey, { params, ...more }: More & { params?: Params } = {}) {
    super(key);
    const [code, reason] = key.split('.') as [RefusalCode, string | undefined];
    this.code = code;
    this.reason = reason;
    this.status = REFUSALS[code].status;
    this.params = params;
    this.issues = more.issues;
    this.saying = more.saying;
    this.details = more.details;
    this.headers = more.headers;
  }
}

/**
 * Returns the refusal with the wording of `key`, for the caller to throw.
 * @param key a code, or a code and its reason
 */
export function fail<K extends WordingKey>(
  key: K,
  ...[more]: [NamesOf<K>] extends [never] ? [more?: More] : [more: More & { params: WordingParams<K> }]
): AppError {
  return new AppError(key, more);
}

/** Returns the refusal INVALID; the texts of the issues are its message. */
export const invalidInput = (issues: readonly Issue[]): AppError =>
  fail('INVALID', { issues, saying: issues });
