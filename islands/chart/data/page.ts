import { type PackedCandles, unpackCandles } from '#components/chart/packed-candles.ts';
import type { PanelSetting, PanelStart } from '#components/chart/panel.ts';
import type { KeptChart } from '#core/contract/market.ts';
import { readPageData } from '#framework/browser/host.ts';
import type { Account } from '../../_state/account.ts';

/** Id of the data that the chart page carries once, for the live chart and for the panels. */
export const CHART_PAGE = 'chart-page';

/** What is the reader's own. */
export type OwnChart = Pick<PanelSetting, 'userId' | 'orderKey'> & {
  account: Account;
  keptChart?: KeptChart;
};

/** What the chart page was drawn from. */
export type ChartPage = {
  start: PanelStart;
  setting: PanelSetting;
  account: Account;
  /** What the reader drew on the first chart, and chose there; null when nothing was ever changed. */
  keptChart: KeptChart | null;
  /** Module of the page's sentences, for the panels. */
  textsUrl: string;
};

/** The same as it stands in the page. */
export type PackedChart = Pick<ChartPage, 'textsUrl'> & {
  start: Omit<PanelStart, 'candles'>;
  candles: PackedCandles;
  setting: Omit<PanelSetting, keyof OwnChart>;
  /** JSON of the reader's own part: the rest is the same for all who look at this chart. */
  own: string;
};

let page: ChartPage | undefined;

/** What the page was drawn from; all who ask get the same bars. */
export function readChartPage(): ChartPage {
  page ??= unpack(readPageData<PackedChart>(CHART_PAGE));
  return page;
}

function unpack({ start, candles, setting, own, ...rest }: PackedChart): ChartPage {
  const { account, keptChart = null, ...reader } = JSON.parse(own) as OwnChart;
  return {
    ...rest,
    start: { ...start, candles: unpackCandles(candles) },
    setting: { ...setting, ...reader },
    account,
    keptChart,
  };
}
