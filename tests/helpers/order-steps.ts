/**
 * Cases of working orders: their steps, and functions that build steps. Tests play them on the pure core and over HTTP;
 * orders have names of the test's choice.
 */
export type Body = Record<string, unknown>;
export type Refusal = { code: string } & Record<string, unknown>;

export type Step =
  /** A trade print, of AAPL unless `of` names another symbol. */
  | { tick: string; of?: string }
  /** POST /api/orders: `as` names the order, its children are `as.take_profit` and `as.stop_loss`. */
  | { place: Body; as?: string; refused?: Refusal }
  | { trade: Body; refused?: Refusal }
  | { cancel: string; refused?: Refusal; group?: boolean }
  | { replace: string; with: Body; refused?: Refusal }
  | { expect: Expected };

export type Expected = {
  cash?: string;
  held?: string;
  /** All fills of orders so far: name, quantity, price. */
  fills?: [name: string, quantity: string, price: string][];
  /** Status, or status and reason, by name. */
  orders?: Record<string, string>;
  /** Fields of orders as calls return them, by name. */
  terms?: Record<string, Record<string, unknown>>;
  /** Quantity by symbol, negative for shorts. */
  open?: Record<string, string>;
  xp?: string;
};

export type Case = {
  n: string;
  name: string;
  /** Dollars; 100,000.00 if absent. */
  cash?: string;
  rules?: { maxShare?: number; minPrice?: string };
  /** The first prices. */
  last?: Record<string, string>;
  steps: Step[];
};

export const order = (action: string, type: string, more: Body): Body => ({
  symbol: 'AAPL',
  action,
  type,
  quantity: 10,
  ...more,
});
export const limit = (action: string, limitPrice: string, more: Body = {}) =>
  order(action, 'limit', { limitPrice, ...more });
export const stop = (action: string, stopPrice: string, more: Body = {}) =>
  order(action, 'stop', { stopPrice, ...more });
export const ticks = (...prices: string[]): Step[] => prices.map((tick) => ({ tick }));
export const place = (body: Body, as = 'a'): Step => ({ place: body, as });
export const trade = (action: string, quantity: number, more: Body = {}): Step => ({
  trade: { symbol: 'AAPL', action, quantity, ...more },
});
export const long10 = trade('buy', 10);
export const stopLimit = order('sell', 'stop_limit', { stopPrice: '95', limitPrice: '94.50' });
export const trail = (action: string, more: Body) => order(action, 'trailing_stop', more);
export const bracket = limit('buy', '100', {
  takeProfit: { limitPrice: '110' },
  stopLoss: { stopPrice: '95' },
});
