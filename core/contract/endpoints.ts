/** Every call the server takes: one table for its routes, its callers in the browser, and its description. */
import { accountEndpoints } from './endpoints/account.ts';
import { competitionEndpoints } from './endpoints/competition.ts';
import { discoveryEndpoints } from './endpoints/discovery.ts';
import { leaderboard } from './endpoints/leaderboard.ts';
import { marketEndpoints } from './endpoints/market.ts';
import { operationEndpoints } from './endpoints/operations.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { ownAccountEndpoints } from './endpoints/own-account.ts';
import { safetyEndpoints } from './endpoints/safety.ts';
import { shop } from './endpoints/shop.ts';
import { site } from './endpoints/site.ts';
import { tradingEndpoints } from './endpoints/trading.ts';

/** By subject, in the order of the reference. */
export const SUBJECTS = {
  account: accountEndpoints,
  safety: { ...safetyEndpoints, ...ownAccountEndpoints },
  trading: tradingEndpoints,
  orders: orderEndpoints,
  market: marketEndpoints,
  leaderboard,
  competition: competitionEndpoints,
  discovery: discoveryEndpoints,
  shop,
  site,
  operations: operationEndpoints,
} as const;

export const endpoints = {
  ...accountEndpoints,
  ...safetyEndpoints,
  ...ownAccountEndpoints,
  ...tradingEndpoints,
  ...orderEndpoints,
  ...marketEndpoints,
  ...leaderboard,
  ...competitionEndpoints,
  ...discoveryEndpoints,
  ...shop,
  ...site,
  ...operationEndpoints,
} as const;
