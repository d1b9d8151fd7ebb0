/** The lines of one chart: the trader's position and orders of its symbol, kept as the server has them. */
import { watchPositions } from '../../_live/holdings.ts';
import { on } from '../../_state/socket.ts';
import { readChartPage } from '../data/page.ts';
import type { Engine } from '../engine/engine.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { LineBoard } from './board.ts';
import { watchDrafts } from './drafts.ts';

/** Cash and positions of the page, after something of the trader filled. */
async function refresh(): Promise<void> {
  const { refreshAccount } = await import('../../_state/account.ts');
  await refreshAccount();
}

/** @returns ends them */
export async function createLines(engine: Engine, box: HTMLElement): Promise<() => void> {
  const { textsUrl, setting } = readChartPage();
  const { default: strings } = (await import(textsUrl)) as { default: ChartStrings };
  const board = new LineBoard(engine, box, { strings, userId: setting.userId, refresh });
  const stops = [
    watchPositions(() => board.renew()),
    watchDrafts(engine, () => board.renew()),
    on('order', () => void board.load()),
    on('account', () => void refresh().then(() => board.load())),
    () => board.end(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
