import { liveText } from '#framework/browser/live-text.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { LIVE_SOURCES } from './_live/sources.ts';
import { type LateRegion, mountLateRegion } from './_state/late-region.ts';

/** Refreshes the dock below the chart (`data-region`) and keeps its figures live. */
export default behaviour('DockRegion', 'load', (host, props: LateRegion) => {
  const ends = [mountLateRegion(host, props), liveText(host, LIVE_SOURCES)];
  return () => {
    for (const end of ends) end();
  };
});
