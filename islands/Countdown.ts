import { countdownText, type DayWords } from '#core/season/length.ts';
import { learnFromPage, serverNow } from '#framework/browser/server-clock.ts';
import { behaviour } from '#framework/islands/behaviour.ts';

/** Counts down to a moment by the server's clock, once a second. @param at epoch ms */
function mount(host: HTMLElement, { at, words }: { at: number; words: DayWords }): () => void {
  const text = host.querySelector<HTMLElement>('[role=timer]')!;
  learnFromPage(Number(text.dataset.drawn));
  const tick = () => {
    text.textContent = countdownText(at - serverNow(), words);
  };
  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}

export default behaviour('Countdown', 'idle', mount);
