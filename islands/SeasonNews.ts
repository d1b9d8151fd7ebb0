import { liveRegion } from '#framework/browser/live-region.ts';
import { behaviour, event } from '#framework/islands/behaviour.ts';
import { COMPETITION_EVENT } from './_state/competition-watch.ts';
import { on } from './_state/socket.ts';

const LEAST_MS = 200;
/** After a season's end the region is fetched at up to this many ranking passes, until it shows the notification. */
const MAX_PASSES = 5;

/** Shows the notification about the end of a season, and removes it when the next season starts. */
function mount(host: HTMLElement): () => void {
  const element = host.querySelector<HTMLElement>('[data-region]')!;
  const region = liveRegion(element, { leastMs: LEAST_MS });
  let passesToWait = 0;
  const onChange = (event: Event) => {
    passesToWait = (event as CustomEvent<boolean>).detail ? 0 : MAX_PASSES;
    region.ask();
  };
  const stop = on('standings', () => {
    if (passesToWait === 0) return;
    if (element.querySelector('form')) {
      passesToWait = 0;
      return;
    }
    passesToWait -= 1;
    region.ask();
  });
  window.addEventListener(COMPETITION_EVENT, onChange);
  return () => {
    window.removeEventListener(COMPETITION_EVENT, onChange);
    stop();
    region.stop();
  };
}

export default behaviour('SeasonNews', event(COMPETITION_EVENT), mount);
