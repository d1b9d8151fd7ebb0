import { whenIdle } from './strategies/when-idle.ts';
import { needSheet } from './styles/route-sheet.ts';
import { AWAKE } from './wake-events.ts';

/** What the module that knows React offers. */
export type Hydrator = { hydrate(host: HTMLElement, module: unknown, first: boolean): Promise<void> };

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
