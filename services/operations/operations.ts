/** What operators see of this process: its health and its numbers. */
import type { Settings } from '../platform/settings/settings.ts';
import { createDrain } from './drain.ts';
import { createHealth } from './health.ts';
import { createMetrics, type Meters } from './metrics.ts';

type Parts = Omit<Parameters<typeof createHealth>[0], 'drain'> &
  Parameters<typeof createMetrics>[1] & { meters: Meters; settings: Settings };

export function createOperations(parts: Parts) {
  const drain = createDrain(parts.settings);
  return { drain, health: createHealth({ ...parts, drain }), metrics: createMetrics(parts.meters, parts) };
}
