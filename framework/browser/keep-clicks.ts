import { hydrateHost } from './wake.ts';

let kept: HTMLElement | null = null;

/**
 * Keeps the last click on a plain button of an island that is not awake yet, wakes that island first and
 * clicks again once React has committed. Links and submits are left alone: they work without us. So are
 * buttons the browser itself acts on (popover, commands): clicking those twice would undo it.
 */
export function keepClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>(
        'button[type=button]:not([popovertarget],[commandfor])',
      );
      const host = button?.closest<HTMLElement>('is-land:not([data-island-status=awake])');
      if (!button || !host) return;
      // React may be listening already without having committed; it must not see this one as well.
      event.stopImmediatePropagation();
      kept = button;
      hydrateHost(host, true).then(
        () => {
          if (kept !== button) return;
          kept = null;
          button.click();
        },
        () => {},
      );
    },
    true,
  );
}
