import { liveText, type TextSource } from '#framework/browser/live-text.ts';
import { behaviour } from '#framework/islands/behaviour.ts';

/** Counts the window's `tick` events, and the texts that follow them. */
const ticks: TextSource = (unit, show) => {
  let count = 0;
  const showCount = () => show({ text: `${count} ${unit}`, facts: { odd: count % 2 ? 'true' : undefined } });
  const tick = () => {
    count += 1;
    showCount();
  };
  showCount();
  addEventListener('tick', tick);
  document.body.dataset.followers = String(Number(document.body.dataset.followers ?? 0) + 1);
  return () => {
    removeEventListener('tick', tick);
    document.body.dataset.followers = String(Number(document.body.dataset.followers) - 1);
  };
};

export default behaviour('Ticker', 'load', (host) => liveText(host, { ticks }));
