/** Every call the server takes: one table for its routes, its callers in the browser, and its description. */
import { account } from './endpoints/account.ts';
import { competition } from './endpoints/competition.ts';
import { leaderboard } from './endpoints/leaderboard.ts';
import { market } from './endpoints/market.ts';
import { orders } from './endpoints/orders.ts';
import { shop } from './endpoints/shop.ts';
import { site } from './endpoints/site.ts';
import { trading } from './endpoints/trading.ts';

/** By subject, in the order of the reference. */
export const SUBJECTS = { account, trading, orders, market, leaderboard, competition, shop, site } as const;

export const endpoints = {
  ...account,
  ...trading,
  ...orders,
  ...market,
  ...leaderboard,
  ...competition,
  ...shop,
  ...site,
} as const;
