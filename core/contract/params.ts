/**
 * The parameters of wordings: what a refusal, an issue or a notice says beside its code. Values are plain (decimal
 * strings, keys of the product's own words); services/platform/say.ts formats them for a reader.
 */
import { ITEM_TYPES } from '../shop/catalogue.ts';
import { ACTIONS } from '../trading/position.ts';

/** The product's own words by kind; `locales/<language>/errors.json` words each as `<kind>.<word>`. */
export const WORDS = {
  side: ['long', 'short'],
  action: [...ACTIONS, 'reverse'],
  /** The order that closes a position, as an imperative at the start of a sentence. */
  closing: ['sell', 'cover'],
  itemType: ITEM_TYPES,
  /** Fields that are named otherwise than in the request. */
  field: ['username', 'password'],
} as const;

type Words = typeof WORDS;
type Kinds = {
  /** Shown as it is: a ticker, a user's name, the title of an item. */
  text: string;
  list: readonly string[];
  number: number;
  /** Dollars, a decimal string: `1204.5` is shown as $1,204.50. */
  money: string;
  /** Dollars of one share, a decimal string: `147.2` is shown as $147.20, `0.9876` as $0.9876. */
  price: string;
  /** The same to its last digit, where a cent decides: `4.9999` is shown as $4.9999. */
  exact: string;
  /** `2026-11-23`, shown as Mon, 23 Nov. */
  date: string;
  /** ISO 8601, shown in UTC. */
  instant: string;
  /** The name of a field of the request. */
  field: string;
} & { [K in Exclude<keyof Words, 'field'>]: Words[K][number] };

/** What each parameter is, by its name; a name means the same in every wording. */
export const PARAMS = {
  symbol: 'text',
  symbols: 'list',
  username: 'text',
  item: 'text',
  orderType: 'text',
  address: 'text',
  /** What an admin wrote about a person. */
  why: 'text',
  /** The name of a field, as the request has it. */
  name: 'text',
  names: 'list',
  field: 'field',
  side: 'side',
  /** The side an order needs. */
  needed: 'side',
  action: 'action',
  closing: 'closing',
  itemType: 'itemType',
  cost: 'money',
  cash: 'money',
  missing: 'money',
  /** Cash an order would reserve, cash that is free, cash that orders have reserved. */
  hold: 'money',
  free: 'money',
  reserved: 'money',
  limit: 'money',
  least: 'money',
  price: 'price',
  exactPrice: 'exact',
  /** Shares, plain decimal strings. */
  quantity: 'text',
  held: 'text',
  most: 'text',
  before: 'text',
  /** The two readings of a typed number, plain decimals. */
  whole: 'text',
  fraction: 'text',
  after: 'text',
  tkfPrice: 'number',
  tkf: 'number',
  percent: 'number',
  seconds: 'number',
  minutes: 'number',
  length: 'number',
  count: 'number',
  numerator: 'number',
  denominator: 'number',
  /** When the market opens: the date and time of New York, and the times of UTC and Israel. */
  day: 'date',
  time: 'text',
  utc: 'text',
  israel: 'text',
  at: 'instant',
} as const satisfies Record<string, keyof Kinds>;

export type ParamName = keyof typeof PARAMS;
/** The values of the parameters `Names`. */
export type ParamsOf<Names extends ParamName> = { [N in Names]: Kinds[(typeof PARAMS)[N]] };
export type Params = Partial<ParamsOf<ParamName>>;
