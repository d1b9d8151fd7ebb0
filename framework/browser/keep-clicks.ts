import { hydrateHost } from './wake.ts';

let waiting: HTMLElement | null = null;

/** What of `button` sleeps and would act on it: its island, or a behaviour around it. */
function sleeperOf(button: HTMLButtonElement): HTMLElement | null {
  const nearest = button.closest<HTMLElement>('is-land');
  if (!nearest) return null;
  if (nearest.dataset.behaviour !== undefined)
    return button.closest<HTMLElement>('is-land[data-behaviour]:not([data-island-status=awake])');
  const isOurs = button.type === 'button' || nearest.dataset.on === 'spare';
  return isOurs && nearest.dataset.islandStatus !== 'awake' ? nearest : null;
}

function rest(pressed: HTMLElement): void {
  delete pressed.dataset.waiting;
  pressed.ariaBusy = null;
}

/** Stops what a press would do, shows at `pressed` that it was taken, wakes `host` and does it then. */
function keep(
  event: Event,
  host: HTMLElement,
  pressed: HTMLElement,
  again: (isAwake: boolean) => void,
): void {
  // React may be listening already without having committed; it must not see this one as well.
  event.stopImmediatePropagation();
  event.preventDefault();
  if (waiting) rest(waiting);
  waiting = pressed;
  pressed.dataset.waiting = '';
  pressed.ariaBusy = 'true';
  const act = (isAwake: boolean) => {
    rest(pressed);
    if (waiting !== pressed) return;
    waiting = null;
    again(isAwake);
  };
  hydrateHost(host, true).then(
    () => act(true),
    () => act(false),
  );
}

/**
 * Keeps the last click on a button of an island or behaviour that is not awake yet, wakes that first and clicks again.
 * Links are left alone, and so are the forms of islands: they work without us. Those of `spare` islands are kept, as
 * each would load the page anew. Buttons the browser itself acts on (popover, commands) are left alone too: clicking
 * those twice would undo it. So are those inside `data-awake`: what made them is awake already. A form whose behaviour
 * or island cannot wake is sent as it is.
 */
export function keepClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>(
        'button:not([popovertarget],[commandfor],[data-awake] *)',
      );
      const host = button && sleeperOf(button);
      if (!host) return;
      keep(event, host, button, (isAwake) => {
        if (isAwake) button.click();
        else if (button.type === 'submit') button.form?.requestSubmit(button);
      });
    },
    true,
  );
  // Enter in a field sends a form that has no button
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      const host = form.closest<HTMLElement>(
        'is-land[data-on=spare]:not([data-island-status=awake],[data-island-status=failed])',
      );
      if (host) keep(event, host, form, () => form.requestSubmit(event.submitter));
    },
    true,
  );
}
