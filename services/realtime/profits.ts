/** Others' profits on open pages: of each window the best one. */
import { PROFIT_WINDOW_MS, type Profit, profitFor, withProfit } from '#core/progress/profit-news.ts';
import { type Client, write } from './client.ts';

/** @param minPercent smaller profits are not announced */
export function createProfits(clients: ReadonlySet<Client>, minPercent: number) {
  let best: readonly Profit[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the window: every page hears the best profit of somebody else. */
  function announce(): void {
    clearTimeout(timer);
    timer = undefined;
    const texts = new Map(
      best.map((profit) => {
        const { username, profitPercentage } = profit;
        return [profit, write({ type: 'tradeSuccess', username, profitPercentage })];
      }),
    );
    for (const client of best.length > 0 ? clients : []) {
      const profit = profitFor(best, client.userId);
      if (profit) client.wire.send(texts.get(profit)!);
    }
    best = [];
  }

  return {
    /** The first one begins the window. */
    add({ userId, username, profitPercentage }: Profit): void {
      if (profitPercentage < minPercent) return;
      best = withProfit(best, { userId, username, profitPercentage });
      timer ??= setTimeout(announce, PROFIT_WINDOW_MS);
    },
    announce,
    stop: () => clearTimeout(timer),
  };
}
