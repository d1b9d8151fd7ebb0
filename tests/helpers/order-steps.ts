/**
 * Cases of orders that wait as steps and what they come to, and the steps they are made of. They are played on the pure core and over HTTP; names
 * of orders are the test's own.
 */
export type Body = Record<string, unknown>;
export type Refusal = { code: string } & Record<string, unknown>;

export type Step =
  /** A price of the tape; of AAPL unless it names another. */
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
  /** By name: status, or status and reason. */
  orders?: Record<string, string>;
  /** Fields of the order as it is told of. */
  terms?: Record<string, Record<string, unknown>>;
  /** By symbol, with a minus for shorts. */
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
