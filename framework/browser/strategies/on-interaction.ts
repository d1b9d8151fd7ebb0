import { hydrateHost } from '../wake.ts';

/** Starts waking an island as soon as the user comes near it: pointer over it, focus in it, a touch. */
export function onInteraction(): void {
  const approach = (event: Event) => {
    const host = (event.target as Element | null)?.closest?.<HTMLElement>('is-land[data-on=interaction]');
    if (host) hydrateHost(host, true);
  };
  for (const name of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(name, approach, { capture: true, passive: true });
  }
}
