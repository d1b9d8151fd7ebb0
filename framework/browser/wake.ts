import { AWAKE } from './host.ts';
import { needSheet } from './route-sheet.ts';
import { whenIdle } from './strategies.ts';

/** What the module that knows React offers. */
type Hydrator = { hydrate(host: HTMLElement, module: unknown, first: boolean): Promise<void> };

/** URL of that module; the build writes it in. */
declare const HYDRATE_URL: string;

type Mountable = { mount(host: HTMLElement, props: unknown): () => void };

/** Whether the first to wake has left its mark in the browser's timings. */
let isMarked = false;

const waking = new WeakMap<HTMLElement, Promise<void>>();
/** How to end each behaviour that is awake. */
const mounted = new Map<HTMLElement, () => void>();

/**
 * Fetches the code of an island or behaviour and starts it; resolves after an island's first commit. A failure leaves the server's
 * HTML as it is, and the next reason to wake tries again.
 *
 * @param first ahead of the islands already waiting, because the user is touching this one
 */
export function hydrateHost(host: HTMLElement, first = false): Promise<void> {
  let work = waking.get(host);
  if (!work) {
    host.dataset.islandStatus = 'waking';
    work = (host.dataset.behaviour === undefined ? startIsland(host, first) : startBehaviour(host)).then(
      () => {
        host.dataset.islandStatus = 'awake';
        if (!isMarked) performance.mark('island-ready');
        isMarked = true;
        host.dispatchEvent(new Event(AWAKE));
      },
      (error) => {
        host.dataset.islandStatus = 'failed';
        waking.delete(host);
        console.error(`Island ${host.dataset.island} failed:`, error);
        throw error;
      },
    );
    // Whoever needs to know awaits the promise itself.
    work.catch(() => {});
    waking.set(host, work);
  }
  return work;
}

/** Fetches what an island will import beside it, not after it. */
function fetchNeeds({ dataset }: HTMLElement): void {
  for (const href of dataset.needs?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

async function startIsland(host: HTMLElement, first: boolean): Promise<void> {
  fetchNeeds(host);
  const [hydrator, module] = await Promise.all([
    import(HYDRATE_URL) as Promise<Hydrator>,
    import(host.dataset.src!),
    needSheet(),
  ]);
  await hydrator.hydrate(host, module, first);
}

async function startBehaviour(host: HTMLElement): Promise<void> {
  // one that waits for idle time changes what is there
  if (host.dataset.on !== 'idle') whenIdle(needSheet);
  // `file#export`: behaviours may share a file
  const [url, name = 'default'] = host.dataset.src!.split('#');
  const behaviour = ((await import(url!)) as Record<string, Mountable>)[name]!;
  mounted.set(host, behaviour.mount(host, JSON.parse(host.dataset.props!)));
}

/** Ends the behaviours whose elements have left the page. */
export function endRemoved(): void {
  for (const [host, end] of mounted) {
    if (host.isConnected) continue;
    mounted.delete(host);
    end();
  }
}

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
