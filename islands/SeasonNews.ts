import { liveRegion } from '#framework/browser/live-region.ts';
import { behaviour, event } from '#framework/islands/behaviour.ts';
import { COMPETITION_EVENT } from './_state/competition-watch.ts';
import { on } from './_state/socket.ts';

const LEAST_MS = 200;
/** Tables after the end of a season: the final one is among the first. */
const TABLES = 5;

/** Shows on an open page that the season is over, and takes it away when another one starts. */
function mount(host: HTMLElement): () => void {
  const element = host.querySelector<HTMLElement>('[data-region]')!;
  const region = liveRegion(element, { leastMs: LEAST_MS });
  let left = 0;
  const onChange = (event: Event) => {
    left = (event as CustomEvent<boolean>).detail ? 0 : TABLES;
    region.ask();
  };
  const stop = on('standings', () => {
    if (left === 0) return;
    left = element.querySelector('form') ? 0 : left - 1;
    if (left > 0) region.ask();
  });
  window.addEventListener(COMPETITION_EVENT, onChange);
  return () => {
    window.removeEventListener(COMPETITION_EVENT, onChange);
    stop();
    region.stop();
  };
}

export default behaviour('SeasonNews', event(COMPETITION_EVENT), mount);
