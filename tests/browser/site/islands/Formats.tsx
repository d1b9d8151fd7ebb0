import * as format from '#core/locale/format.ts';
import { island } from '#framework/islands/strategy.tsx';
import { useHydrated } from '#framework/islands/use-hydrated.ts';
import { samples } from '../components/samples.ts';

/** Every formatter over the same values: what the server wrote, the browser must write too. */
function Formats() {
  const live = useHydrated();
  return <pre data-live={live || undefined}>{samples(format).join('\n')}</pre>;
}

export default island('Formats', 'load', Formats);
