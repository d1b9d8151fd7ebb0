/** How the dock stands: which of its tabs is shown, and whether its list is. As the cookie `dock` and the address have it. */
import { z } from 'zod/mini';

export const DOCK_TABS = ['positions', 'orders', 'history'] as const;
export type DockTab = (typeof DOCK_TABS)[number];
export type DockState = { tab: DockTab; isOpen: boolean };

const CLOSED = '-closed';

export const writeDockState = ({ tab, isOpen }: DockState): string => tab + (isOpen ? '' : CLOSED);

/** @returns null for a text that is none */
export function readDockState(text: string): DockState | null {
  const tab = DOCK_TABS.find((each) => text === each || text === each + CLOSED);
  return tab ? { tab, isOpen: text === tab } : null;
}

/** The parameter `dock` of an address; the cookie decides where there is none. */
export const DockQuery = z.optional(z.pipe(z.string(), z.transform(readDockState)));

const COOKIE = /(?:^|; )dock=([\w-]+)/;

/** @param cookies the request's header */
export function dockStateOf(request: DockState | null | undefined, cookies: string | null): DockState {
  return (
    request ?? readDockState(COOKIE.exec(cookies ?? '')?.[1] ?? '') ?? { tab: 'positions', isOpen: true }
  );
}
