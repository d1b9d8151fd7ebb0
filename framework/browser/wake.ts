/** Wakes islands and behaviours: fetches their code, starts it, and holds back clicks meanwhile. */
import { AWAKE } from './host.ts';
import { needSheet } from './route-sheet.ts';
import { whenIdle } from './strategies.ts';

/** The module that hydrates islands; the only one of the runtime with React. */
type Hydrator = { hydrate(host: HTMLElement, module: unknown, first: boolean): Promise<void> };

/** URL of the module that hydrates islands, defined by the build. */
declare const HYDRATE_URL: string;

type Mountable = { mount(host: HTMLElement, props: unknown): () => void };

/** True once the browser's timings have the mark `island-ready`, which the first island or behaviour to wake sets. */
let isMarked = false;

const waking = new WeakMap<HTMLElement, Promise<void>>();
/** The functions that end the awake behaviours, by the behaviour's host. */
const mounted = new Map<HTMLElement, () => void>();

/**
 * Fetches the code of an island or behaviour and starts it. Resolves after an island's first commit. After a failure
 * the server's HTML stays, and the next call tries again.
 *
 * @param first true to go before waiting islands, because the user is touching this one
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
    // The failure is reported above. Callers that need it await the promise.
    work.catch(() => {});
    waking.set(host, work);
  }
  return work;
}

/** Fetches the modules that an island imports, in parallel with the island's own file. */
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
  // an `idle` behaviour, or one with `isStyled`, changes only what the page's inline rules style
  if (!host.matches('[data-on=idle],[data-styled]')) whenIdle(needSheet);
  // `file#export`, as several behaviours may share a file
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

/**
 * Wakes islands and behaviours with the strategy `interaction` when the pointer, the focus or a finger reaches them.
 */
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

/**
 * Returns the sleeping island or behaviour whose code a press on `pressed` needs; null when none sleeps, or when the
 * browser alone handles the press.
 */
function sleeperOf(pressed: HTMLButtonElement | HTMLAnchorElement): HTMLElement | null {
  const nearest = pressed.closest<HTMLElement>('is-land');
  if (!nearest) return null;
  if (nearest.dataset.behaviour !== undefined)
    return pressed.closest<HTMLElement>('is-land[data-behaviour]:not([data-island-status=awake])');
  const isOurs = pressed.type === 'button' || nearest.dataset.on === 'spare';
  return isOurs && nearest.dataset.islandStatus !== 'awake' ? nearest : null;
}

function clearWaiting(pressed: HTMLElement): void {
  delete pressed.dataset.waiting;
  pressed.ariaBusy = null;
}

/**
 * Holds an event back, marks `pressed` as busy and wakes `host`. Then calls `again`, unless a later press was held back
 * meanwhile.
 */
function keep(event: Event, host: HTMLElement, pressed: HTMLElement, again: () => void): void {
  // React may be listening before its first commit: it must not handle this event too
  event.stopImmediatePropagation();
  event.preventDefault();
  if (waiting) clearWaiting(waiting);
  waiting = pressed;
  pressed.dataset.waiting = '';
  pressed.ariaBusy = 'true';
  const act = () => {
    clearWaiting(pressed);
    if (waiting !== pressed) return;
    waiting = null;
    again();
  };
  hydrateHost(host, true).then(act, act);
}

/**
 * Holds back the last click on a button of a sleeping island or behaviour, wakes it, and clicks again. Links and forms
 * of islands work without scripts and are not held back, except forms of `spare` islands, which would load the page
 * again, and links with `data-held`, which a behaviour follows without leaving the page. The browser's own buttons
 * (popover, commands) are not held back, because a second click would undo the first; nor are buttons inside
 * `data-awake`, whose code is awake. When the island or behaviour fails to wake, the browser sends the form or follows
 * the link.
 */
export function keepClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const pressed = (event.target as Element).closest<HTMLButtonElement | HTMLAnchorElement>(
        'button:not([popovertarget],[commandfor],[data-awake] *),a[data-held]',
      );
      // a link that opens in another window leaves this page as it is
      const host = pressed && !event.ctrlKey && !event.metaKey && !event.shiftKey && sleeperOf(pressed);
      if (!host) return;
      keep(event, host, pressed, () => {
        // a morph may have removed the pressed link from the page: the browser then goes to the link's address
        if (host.dataset.islandStatus === 'awake' && pressed.isConnected) pressed.click();
        else if ('href' in pressed) location.assign(pressed.href);
        else if (pressed.type === 'submit') pressed.form?.requestSubmit(pressed);
      });
    },
    true,
  );
  // Enter in a form that has no submit button submits it without a click
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
