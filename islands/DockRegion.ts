import { liveText } from '#framework/browser/live-text.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { LIVE_SOURCES } from './_live/sources.ts';
import { type LateRegion, mountLateRegion } from './dock/late-region.ts';

/** Keeps the dock under the chart, marked `data-region`, as the server draws it, and its figures at their newest. */
export default behaviour('DockRegion', 'load', (host, props: LateRegion) => {
  const ends = [mountLateRegion(host, props), liveText(host, LIVE_SOURCES)];
  return () => {
    for (const end of ends) end();
  };
});
