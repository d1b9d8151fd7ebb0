/** The addresses of the profile. Defaults are left out, so that each view has one address. */

import type { ProfileTab, TradeShow } from '#core/account/profile.ts';
import { addressOf } from '#core/contract/address.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';

export function profileHref(tab: ProfileTab): string {
  return tab === 'overview' ? '/profile' : `/profile?tab=${tab}`;
}

/** Returns the address of the overview. @param season the newest if undefined */
export function overviewHref(season: SeasonChoice | undefined): string {
  return season === undefined ? '/profile' : `/profile?season=${season}`;
}

/** Returns the address of a list of trades. `turn`: the page, from `turnQuery`. */
export function tradesHref(
  show: TradeShow,
  { season, turn = {} }: { season?: SeasonChoice | undefined; turn?: Record<string, string> } = {},
): string {
  return addressOf('/profile', { tab: 'trades', show: show !== 'closed' && show, season, ...turn });
}
