import { behaviour } from '#framework/islands/behaviour.ts';

/**
 * Shows the next tip at each iteration of the line's animation. Without this behaviour the style sheet animates the
 * visibility of all tips, and Chromium computes styles in every frame.
 *
 * @param period of a tip and of the line's animation, seconds
 */
function mount(host: HTMLElement, { period }: { period: number }): () => void {
  const tips = [...host.querySelectorAll('li')];
  const show = (seconds: number) => {
    const visible = Math.floor(seconds / period) % tips.length;
    for (const [i, { style }] of tips.entries()) {
      style.animation = 'none';
      style.visibility = i === visible ? 'visible' : 'hidden';
    }
  };
  const next = ({ pseudoElement, elapsedTime }: AnimationEvent) => pseudoElement && show(elapsedTime);
  // the first tip's animation has no delay
  show(Number(tips[0]!.getAnimations()[0]?.currentTime ?? 0) / 1000);
  host.addEventListener('animationiteration', next);
  return () => host.removeEventListener('animationiteration', next);
}

export default behaviour('Tips', 'idle', mount);
