import { whenIdle } from './when-idle.ts';

type Device = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } };

/** Few cores, little memory, or a reader who saves data: nothing is fetched or run that nobody has asked for. */
function isWeak(): boolean {
  const { hardwareConcurrency, deviceMemory = 8, connection } = navigator as Device;
  return hardwareConcurrency <= 4 || deviceMemory <= 4 || connection?.saveData === true;
}

/** Anything a reader does but move the pointer across the page. */
const TOUCHES = ['pointerdown', 'touchstart', 'focusin', 'keydown', 'wheel'];

/** Runs at the first touch or key on the page, when the pointer comes over `host`, or in a strong device's idle time. */
export function whenSpare(host: HTMLElement, run: () => void): void {
  const touched = () => {
    for (const name of TOUCHES) removeEventListener(name, touched, true);
    host.removeEventListener('pointerover', touched, true);
    run();
  };
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true });
  host.addEventListener('pointerover', touched, { capture: true, passive: true });
  if (!isWeak()) addEventListener('load', () => whenIdle(touched), { once: true });
}
