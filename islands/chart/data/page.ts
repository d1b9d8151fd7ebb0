import { type PackedCandles, unpackCandles } from '#components/chart/packed-candles.ts';
import type { PanelSetting, PanelStart } from '#components/chart/panel.ts';
import type { KeptChart } from '#core/contract/market.ts';
import type { WireOrder } from '#core/contract/orders.ts';
import { readPageData } from '#framework/browser/host.ts';
import type { Account } from '../../_state/account.ts';
import type { LabelStrings } from '../ground/strings.ts';

/** Id of the page data that the live chart and the panels share. */
export const CHART_PAGE = 'chart-page';

export type OwnChart = Pick<PanelSetting, 'userId' | 'orderKey'> & {
  account: Account;
  orders: readonly WireOrder[];
  keptChart?: KeptChart;
};

export type ChartPage = {
  start: PanelStart;
  setting: PanelSetting;
  account: Account;
  /** The reader's working orders in the first chart's symbol, children after their parent. */
  orders: readonly WireOrder[];
  /** The reader's stored drawings and indicators of the first chart's symbol; null without any. */
  keptChart: KeptChart | null;
  textsUrl: string;
  labelTexts: LabelStrings;
  /** Short names of the months. */
  months: readonly string[];
};

/** The page data in the form in which it is serialised into the page. */
export type PackedChart = Pick<ChartPage, 'textsUrl' | 'labelTexts' | 'months'> & {
  start: Omit<PanelStart, 'candles' | 'barsTag'>;
  candles: PackedCandles;
  setting: Omit<PanelSetting, keyof OwnChart>;
  /** JSON of an `OwnChart`. It fills a slot, because all readers of this chart share the rest of the page data. */
  own: string;
};

let page: ChartPage | undefined;

/** Returns the page data, parsed once: all callers share one object. */
export function readChartPage(): ChartPage {
  page ??= unpack(readPageData<PackedChart>(CHART_PAGE));
  return page;
}

function unpack({ start, candles, setting, own: readerJson, ...rest }: PackedChart): ChartPage {
  const { account, orders, keptChart = null, ...reader } = JSON.parse(readerJson) as OwnChart;
  return {
    ...rest,
    start: { ...start, candles: unpackCandles(candles) },
    setting: { ...setting, ...reader },
    account,
    orders,
    keptChart,
  };
}
