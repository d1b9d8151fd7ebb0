import { behaviour } from '#framework/islands/behaviour.ts';
import { mountLiveChart } from './chart/panel/live-chart.ts';

/** Starts the live chart before any interaction; its engine and its price lines are fetched in parallel. */
export default behaviour('LiveChart', 'load', (host) =>
  mountLiveChart(host, import('./chart/lines/start-chart.ts'), import('./chart/lines/board.ts')),
);
