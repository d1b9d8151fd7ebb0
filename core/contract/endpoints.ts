/** Every call of the server: one table for its routes, its callers in the browser, and its description. */
import { accountEndpoints } from './account.ts';
import { announcementEndpoints } from './announcements.ts';
import { inboxEndpoints } from './inbox.ts';
import { leaderboardEndpoints } from './leaderboard.ts';
import { leagueEndpoints } from './leagues.ts';
import { marketEndpoints, symbolChangeEndpoints } from './market.ts';
import { orderEndpoints, sentOrderEndpoint, tradeEndpoints } from './orders.ts';
import { positionEndpoints } from './positions.ts';
import { prizeEndpoints } from './prizes.ts';
import { recordingEndpoints } from './recordings.ts';
import { safetyEndpoints } from './safety.ts';
import { seasonEndpoints } from './season.ts';
import { shopEndpoints } from './shop.ts';
import { discoveryEndpoints, operationEndpoints, siteEndpoints } from './site.ts';

/** The calls by subject, in the order of the API reference. */
export const SUBJECTS = {
  account: accountEndpoints,
  safety: safetyEndpoints,
  trading: { ...tradeEndpoints, ...sentOrderEndpoint, ...positionEndpoints },
  orders: orderEndpoints,
  market: { ...marketEndpoints, ...symbolChangeEndpoints },
  leaderboard: { ...leaderboardEndpoints, ...leagueEndpoints },
  competition: { ...seasonEndpoints, ...prizeEndpoints },
  discovery: discoveryEndpoints,
  shop: shopEndpoints,
  site: { ...announcementEndpoints, ...recordingEndpoints, ...inboxEndpoints, ...siteEndpoints },
  operations: operationEndpoints,
} as const;

export const endpoints = {
  ...SUBJECTS.account,
  ...SUBJECTS.safety,
  ...SUBJECTS.trading,
  ...SUBJECTS.orders,
  ...SUBJECTS.market,
  ...SUBJECTS.leaderboard,
  ...SUBJECTS.competition,
  ...SUBJECTS.discovery,
  ...SUBJECTS.shop,
  ...SUBJECTS.site,
  ...SUBJECTS.operations,
} as const;
