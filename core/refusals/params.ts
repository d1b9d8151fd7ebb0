/**
 * The parameters of wordings: the values that a refusal, an issue or a notification names beside its code. Values are
 * plain (decimal strings, keys of the product's own words); services/platform/say.ts formats them for a reader.
 */

/** Words of the product that wordings can contain, by kind; `locales/<language>/errors.json` translates each as `<kind>.<word>`. */
export const WORDS = {
  side: ['long', 'short'],
  action: ['buy', 'sell', 'short', 'cover', 'reverse'],
  /** The order that closes a position, as an imperative at the start of a sentence. */
  closing: ['sell', 'cover'],
  itemType: ['banner', 'logo', 'theme', 'badge'],
  /** Fields of a request whose name is translated. */
  field: ['username', 'password'],
} as const;

type Words = typeof WORDS;
type Kinds = {
  /** Not translated: a ticker, a username, the title of an item. */
  text: string;
  list: readonly string[];
  /** Sectors as price feeds name them; the page translates the sectors that it knows. */
  sectors: readonly string[];
  number: number;
  /** Dollars, a decimal string: the page says $1,204.50 for `1204.5`. */
  money: string;
  /** Dollars of one share, a decimal string: $147.20 for `147.2`, $0.9876 for `0.9876`. */
  price: string;
  /** Dollars of one share with all digits, where a cent decides: $4.9999 for `4.9999`. */
  exact: string;
  /** `2026-11-23`: the page says Mon, 23 Nov. */
  date: string;
  /** ISO 8601; the page says it in UTC. */
  instant: string;
  field: string;
} & { [K in Exclude<keyof Words, 'field'>]: Words[K][number] };

/** The kind of each parameter, by its name. A name means the same in every wording. */
export const PARAMS = {
  symbol: 'text',
  newSymbol: 'text',
  symbols: 'list',
  username: 'text',
  item: 'text',
  orderType: 'text',
  address: 'text',
  /** The reason an admin wrote for a measure. */
  why: 'text',
  /** The first words of another answer to a message. */
  reply: 'text',
  name: 'text',
  names: 'list',
  sectors: 'sectors',
  field: 'field',
  side: 'side',
  /** The side of the position that an order needs. */
  needed: 'side',
  action: 'action',
  closing: 'closing',
  itemType: 'itemType',
  cost: 'money',
  cash: 'money',
  missing: 'money',
  /** Cash that the refused order would hold. */
  hold: 'money',
  /** Cash that no working order holds. */
  free: 'money',
  /** Cash that all working orders hold together. */
  reserved: 'money',
  limit: 'money',
  least: 'money',
  /** A dividend for one share. */
  perShare: 'exact',
  /** The dividend that a trader got or was charged. */
  paid: 'money',
  price: 'price',
  exactPrice: 'exact',
  /** Shares, plain decimal strings. */
  quantity: 'text',
  held: 'text',
  most: 'text',
  allowed: 'text',
  before: 'text',
  /** The two readings of a number with one comma or dot, plain decimals. */
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
  /** When the market opens: date and time in New York, and the times in UTC and Israel. */
  day: 'date',
  time: 'text',
  utc: 'text',
  israel: 'text',
  at: 'instant',
} as const satisfies Record<string, keyof Kinds>;

export type ParamName = keyof typeof PARAMS;
export type ParamsOf<Names extends ParamName> = { [N in Names]: Kinds[(typeof PARAMS)[N]] };
export type Params = Partial<ParamsOf<ParamName>>;
