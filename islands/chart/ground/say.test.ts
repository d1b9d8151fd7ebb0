import { expect, test } from 'bun:test';
import chart from '#locales/he/chart.json' with { type: 'json' };
import { TOAST_EVENT } from '../../_state/toasts.ts';
import { CandleError, createAnnounce } from './say.ts';
import type { ChartStrings } from './strings.ts';

test.each([
  [
    'code that could not be fetched',
    new TypeError('Failed to fetch dynamically imported module'),
    chart.loadFailed,
  ],
  ['no error', null, chart.loadFailed],
  ['the server’s sentence', new Error('אין סימול כזה.'), 'אין סימול כזה.'],
  ['candles that could not be read', new CandleError('loadJson'), chart.loadJson],
])('a failed load says in the reader’s language: %s', (_, error, sentence) => {
  const toasts: unknown[] = [];
  const onToast = (event: Event) => toasts.push((event as CustomEvent).detail);
  window.addEventListener(TOAST_EVENT, onToast);
  createAnnounce(chart as unknown as ChartStrings).failLoad(error);
  window.removeEventListener(TOAST_EVENT, onToast);
  expect(toasts).toMatchObject([{ title: chart.errorTitle, message: sentence }]);
});
