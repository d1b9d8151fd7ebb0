/** The addresses of the profile. What is the default is left out, so that one view has one address. */
import type { ProfileTab, TradeShow } from '#core/account/profile.ts';

export function profileHref(tab: ProfileTab): string {
  return tab === 'overview' ? '/profile' : `/profile?tab=${tab}`;
}

export function tradesHref(show: TradeShow, page = 1): string {
  const query = new URLSearchParams({ tab: 'trades' });
  if (show !== 'closed') query.set('show', show);
  if (page > 1) query.set('page', String(page));
  return `/profile?${query}`;
}
