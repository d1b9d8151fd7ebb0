import { SITE_ZOOM, SITE_ZOOM_KEY } from '#core/account/preferences.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { watchFlag, writeFlag } from './_state/flag.ts';

type Props = {
  /** Key in local storage: of a flag, or of the site's zoom. */
  name: string;
  turnOn: string;
  turnOff: string;
};

/** A switch whose state is in local storage. Its button is disabled until the switch is mounted. */
function mount(host: HTMLElement, { name, turnOn, turnOff }: Props): () => void {
  const button = host.querySelector('button')!;
  const show = (on: boolean) => {
    button.ariaPressed = String(on);
    button.textContent = on ? turnOff : turnOn;
  };
  const { watch, write } = name === SITE_ZOOM_KEY ? siteZoom : flag(name);
  const press = () => write(button.ariaPressed !== 'true');
  const stop = watch(show);
  button.addEventListener('click', press);
  button.disabled = false;
  return () => {
    button.removeEventListener('click', press);
    stop();
  };
}

type Stored = {
  /** Calls `show` at once and at each change. @returns a function that stops */
  watch(show: (on: boolean) => void): () => void;
  write(on: boolean): void;
};

const flag = (key: string): Stored => ({
  watch: (show) => watchFlag(key, show),
  write: (on) => writeFlag(key, on),
});

/** The site's zoom. `_eager.ts` listens to `zoom-changed` first and applies the zoom before `show` is called. */
const siteZoom: Stored = {
  watch(show) {
    const read = () => show(document.documentElement.dataset.zoom === SITE_ZOOM);
    read();
    window.addEventListener('zoom-changed', read);
    return () => window.removeEventListener('zoom-changed', read);
  },
  write(on) {
    try {
      if (on) localStorage.setItem(SITE_ZOOM_KEY, SITE_ZOOM);
      else localStorage.removeItem(SITE_ZOOM_KEY);
    } catch {
      // without storage the zoom cannot change
    }
    window.dispatchEvent(new Event('zoom-changed'));
  },
};

export default behaviour('Switch', 'idle', mount);
