/** What the module that knows React offers. */
export type Hydrator = { hydrate(host: HTMLElement, module: unknown, first: boolean): Promise<void> };

/** URL of that module; the build writes it in. */
declare const HYDRATE_URL: string;

const waking = new WeakMap<HTMLElement, Promise<void>>();

/**
 * Fetches an island's code and hydrates it; resolves after its first commit. A failure leaves the server's
 * HTML as it is, and the next reason to wake tries again.
 *
 * @param first ahead of the islands already waiting, because the user is touching this one
 */
export function hydrateHost(host: HTMLElement, first = false): Promise<void> {
  let work = waking.get(host);
  if (!work) {
    host.dataset.islandStatus = 'waking';
    work = Promise.all([import(HYDRATE_URL) as Promise<Hydrator>, import(host.dataset.src!)])
      .then(([hydrator, module]) => hydrator.hydrate(host, module, first))
      .then(
        () => {
          host.dataset.islandStatus = 'awake';
        },
        (error) => {
          host.dataset.islandStatus = 'failed';
          waking.delete(host);
          console.error(`Island ${host.dataset.island} stays as the server drew it:`, error);
          throw error;
        },
      );
    // Whoever needs to know awaits the promise itself.
    work.catch(() => {});
    waking.set(host, work);
  }
  return work;
}
