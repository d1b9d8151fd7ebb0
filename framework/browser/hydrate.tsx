/** The part of the island runtime that imports React. It is fetched when the first island wakes. */
import { parse } from 'devalue';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { reportCrash } from './crash.ts';

type Region = { locale: string; dir: string; zone: string };
type Travel = { unpack(packed: object): object | Promise<object> };
type IslandModule = {
  default: { island: { travel?: Travel; tree(props: object, root: object): ReactNode } };
};
type PageData = { region: Region; props: object[] };

let data: PageData | null = null;
function pageData(): PageData {
  data ??= parse(document.getElementById('islands')!.textContent!) as PageData;
  return data;
}

/**
 * Resolves when the previous root is hydrated: roots hydrate one at a time, with a task between them for the browser's
 * work.
 */
let turn: Promise<unknown> = Promise.resolve();
const breathe = () => new Promise<void>((next) => setTimeout(next));

/**
 * Hydrates one island with its props from the page. Resolves after React's first commit.
 * @param first true to hydrate at once, before islands that wait for their turn
 */
export async function hydrate(host: HTMLElement, module: IslandModule, first: boolean): Promise<void> {
  const { island } = module.default;
  const sent = pageData().props[Number(host.dataset.props)]!;
  const props = island.travel ? await island.travel.unpack(sent) : sent;
  if (first) return commit(host, island, props);
  const work = turn.then(breathe).then(() => commit(host, island, props));
  turn = work.catch(() => {});
  return work;
}

function commit(host: HTMLElement, island: IslandModule['default']['island'], props: object): Promise<void> {
  const { region } = pageData();
  const { id, dataset } = host;
  return new Promise((onReady, onFailure) => {
    const slot = dataset.slotId ? { id: dataset.slotId } : undefined;
    const serverHtml = host.serverHtml ?? host.innerHTML;
    const tree = island.tree(props, { region, onReady, serverHtml, slot });
    hydrateRoot(host, tree, {
      identifierPrefix: `${id}-`,
      // The server's and the browser's first rendering differ: a bug in the site, though React recovers.
      onRecoverableError: (error) => report('did not hydrate cleanly', error),
      onCaughtError: (error, { componentStack }) => {
        host.dataset.islandError = 'caught';
        report('threw; the page shows what the server drew', error);
        reportCrash(dataset.island!, error, componentStack);
      },
      onUncaughtError: (error, { componentStack }) => {
        report('threw', error);
        reportCrash(dataset.island!, error, componentStack);
        onFailure(error);
      },
    });
  });

  function report(what: string, error: unknown): void {
    console.error(`Island ${dataset.island} ${what}:`, error);
  }
}
