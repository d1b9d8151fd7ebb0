import type { Translate } from '#framework/page.tsx';

export type DockTexts = {
  /** Titles of refusals and successes, and the text without a response. */
  refused: string;
  offline: string;
  done: string;
  trade: TradeTexts;
  /** True when the page has a chart, which shows the account too. */
  hasChart: boolean;
};

/** Texts of chart.json about the outcome of a trade. */
const TRADE_KEYS = [
  ...([
    'buy',
    'sell',
    'shortAction',
    'cover',
    'executed',
    'executedOne',
    'executedTitle',
    'failedTitle',
  ] as const),
  ...(['placed', 'placedTitle', 'rtActiveTitle', 'rtTrade'] as const),
];
type TradeTexts = Record<(typeof TRADE_KEYS)[number], string>;

/** Placeholders that the browser fills in. */
const PLACES = Object.fromEntries(
  ['action', 'quantity', 'symbol', 'price', 'ticker'].map((name) => [name, `{{${name}}}`]),
);

export const dockTexts = (t: Translate, hasChart: boolean): DockTexts => ({
  refused: t('dock:refused'),
  offline: t('dock:offline'),
  done: t('messages:success'),
  trade: Object.fromEntries(TRADE_KEYS.map((key) => [key, t(`chart:${key}`, PLACES)])) as TradeTexts,
  hasChart,
});
