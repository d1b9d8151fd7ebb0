/** The state of the dock: its tab, and whether its list is open. The cookie `dock` and the address store it. */
import { z } from 'zod/mini';

export const DOCK_TABS = ['positions', 'orders', 'history'] as const;
export type DockTab = (typeof DOCK_TABS)[number];
export type DockState = {
  tab: DockTab;
  isOpen: boolean;
  /** True when the list also shows the rows after the first MOST_ROWS. */
  isWhole?: boolean;
};

/** Rows of a long list that a page renders at first: a slow phone needs 25 ms a row. */
export const MOST_ROWS = 30;

const CLOSED = '-closed';
const WHOLE = '-all';

export const writeDockState = ({ tab, isOpen, isWhole }: DockState): string =>
  tab + (isOpen ? (isWhole ? WHOLE : '') : CLOSED);

/** Parses a state of the dock. @returns null for any other text */
export function readDockState(text: string): DockState | null {
  const tab = DOCK_TABS.find((each) => [each, each + CLOSED, each + WHOLE].includes(text));
  return tab ? { tab, isOpen: text !== tab + CLOSED, isWhole: text === tab + WHOLE } : null;
}

/** The query parameter `dock`, which takes precedence over the cookie. */
export const DockQuery = z.optional(z.pipe(z.string(), z.transform(readDockState)));

export const DOCK_COOKIE = 'dock';

/** Returns the state that the address asks for, else the state in the cookie's value, else open positions. */
export function dockStateOf(requested: DockState | null | undefined, cookie: string | null): DockState {
  return requested ?? readDockState(cookie ?? '') ?? { tab: 'positions', isOpen: true };
}
