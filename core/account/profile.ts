/** The tabs of /profile, the values of its query, and the items of a profile. */

import type { WireProfile } from '../contract/account.ts';
import { type CatalogueItem, type ItemType, resolveItem } from '../shop/catalogue.ts';

/** The tabs that list items, each with the type of its items. */
export const ITEM_TABS = { banners: 'banner', logos: 'logo', badges: 'badge', themes: 'theme' } as const;
type ItemTab = keyof typeof ITEM_TABS;
export const PROFILE_TABS = ['overview', 'trades', ...(Object.keys(ITEM_TABS) as ItemTab[])] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
export const isItemTab = (tab: ProfileTab): tab is ItemTab => tab in ITEM_TABS;

export const TRADE_SHOWS = ['closed', 'open'] as const;
export type TradeShow = (typeof TRADE_SHOWS)[number];

/** Closed trades per page of the Trades tab. */
export const TRADES_PAGE = 20;
/** The number of closed trades under Recent Trading Activity. */
export const RECENT_TRADES = 5;

export const itemTypeOf = (tab: ProfileTab): ItemType | null => (isItemTab(tab) ? ITEM_TABS[tab] : null);

const OWNED = {
  banner: 'ownedBanners',
  logo: 'ownedLogos',
  badge: 'ownedBadges',
  theme: 'ownedThemes',
} as const;
const ACTIVE = {
  banner: 'activeBanner',
  logo: 'activeLogo',
  badge: 'activeBadge',
  theme: 'activeTheme',
} as const;

type Inventory = Omit<WireProfile, 'isAdmin' | 'balance'>;

/** Returns a profile's items of a type; `active` is null when none is worn. A profile names items by picture, name or id. */
export function itemsOf(
  profile: Inventory,
  type: ItemType,
): { owned: CatalogueItem[]; active: CatalogueItem | null } {
  const active = profile[ACTIVE[type]];
  return {
    owned: profile[OWNED[type]].flatMap((word) => resolveItem(word, type) ?? []),
    active: active === null ? null : resolveItem(active, type),
  };
}

/** Returns the worn items that appear beside a trader's name; null for a type of which the trader wears none. */
export function outfitOf(profile: Inventory): Record<'banner' | 'logo' | 'badge', CatalogueItem | null> {
  return {
    banner: itemsOf(profile, 'banner').active,
    logo: itemsOf(profile, 'logo').active,
    badge: itemsOf(profile, 'badge').active,
  };
}
