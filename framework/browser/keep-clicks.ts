import { hydrateHost } from './wake.ts';

let kept: HTMLElement | null = null;

/** What of `button` sleeps and would act on it: its island, or a behaviour around it. */
function sleeperOf(button: HTMLButtonElement): HTMLElement | null {
  const nearest = button.closest<HTMLElement>('is-land');
  if (!nearest) return null;
  if (nearest.dataset.behaviour !== undefined)
    return button.closest<HTMLElement>('is-land[data-behaviour]:not([data-island-status=awake])');
  return button.type === 'button' && nearest.dataset.islandStatus !== 'awake' ? nearest : null;
}

/**
 * Keeps the last click on a button of an island or behaviour that is not awake yet, wakes that first and clicks again.
 * Links are left alone, and so are the forms of islands: they work without us. So are buttons the browser itself acts
 * on (popover, commands): clicking those twice would undo it. A form whose behaviour cannot wake is sent as it is.
 */
export function keepClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>(
        'button:not([popovertarget],[commandfor])',
      );
      const host = button && sleeperOf(button);
      if (!host) return;
      // React may be listening already without having committed; it must not see this one as well.
      event.stopImmediatePropagation();
      event.preventDefault();
      kept = button;
      const again = (click: () => void) => {
        if (kept !== button) return;
        kept = null;
        click();
      };
      hydrateHost(host, true).then(
        () => again(() => button.click()),
        () => again(() => button.type === 'submit' && button.form?.requestSubmit(button)),
      );
    },
    true,
  );
}
