import { liveText } from '#framework/browser/live-text.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { LIVE_SOURCES } from './_live/sources.ts';

/** Keeps the texts inside it that `data-live` names at their newest: prices, changes and figures of positions. */
export default behaviour('LiveTexts', 'load', (host) => liveText(host, LIVE_SOURCES));
