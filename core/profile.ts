/** The parts of /profile and what its address may say. */
import type { ItemType } from './items.ts';

export const PROFILE_TABS = ['overview', 'trades', 'banners', 'logos', 'badges', 'themes'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export const TRADE_SHOWS = ['closed', 'open'] as const;
export type TradeShow = (typeof TRADE_SHOWS)[number];

/** Closed trades on a page of the Trades tab. */
export const TRADES_PAGE = 20;
/** Closed trades under Recent Trading Activity. */
export const RECENT_TRADES = 5;

/** The item type a tab is about; null for the tabs about trading. */
export const ITEM_TAB: Readonly<Record<ProfileTab, ItemType | null>> = {
  overview: null,
  trades: null,
  banners: 'banner',
  logos: 'logo',
  badges: 'badge',
  themes: 'theme',
};
