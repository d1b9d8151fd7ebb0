import { behaviour } from '#framework/islands/behaviour.ts';
import { mountLiveChart } from './chart/panel/live-chart.ts';

/** The live chart of the chart page, before anything of it is touched. Its engine is fetched beside it. */
export default behaviour('LiveChart', 'load', (host) =>
  mountLiveChart(host, import('./chart/lines/start-chart.ts')),
);
