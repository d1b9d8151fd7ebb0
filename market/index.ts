/** Creates the market that the settings choose. */
import type { MarketKind } from '#core/season/terms.ts';
import { createReplayMarket, readPriceFiles, startProblem } from './files/market.ts';
import { createFmpMarket } from './fmp/market.ts';
import { type Market, MarketSetupError } from './market.ts';
import { systemTime } from './provider/request.ts';
import { redisStore } from './provider/store.ts';
import { createSimulatedMarket } from './simulated/market.ts';

export type MarketSettings = {
  market: MarketKind;
  marketHours: 'always' | 'us';
  replayDir?: string;
  /** Instant of the recorded prices at which the replay starts, epoch ms; default: `createReplayMarket` chooses it. */
  replayFrom?: number;
  replaySpeed: number;
  fmpApiKey?: string;
  fmpBaseUrl: string;
  fmpRequestsPerMinute: number;
  finnhubApiKey?: string;
  finnhubWsUrl: string;
  redisUrl?: string;
};

export type MarketDeps = {
  /** Wall clock, epoch ms. */
  clock?: () => number;
  /** Wall-clock ms at which a replay was at REPLAY_FROM; default: now. */
  replayStartedAt?: number;
  /** Receives a sentence for each skipped row of a price file and each problem of a provider. */
  warn?: (sentence: string) => void;
};

/** @throws MarketSetupError with a sentence that names the unusable variable or file */
export async function createMarket(settings: MarketSettings, deps: MarketDeps = {}): Promise<Market> {
  const { clock, replayStartedAt, warn = console.warn } = deps;
  switch (settings.market) {
    case 'simulated':
      return createSimulatedMarket({ clock, hours: settings.marketHours });
    case 'replay': {
      if (!settings.replayDir) throw new MarketSetupError('REPLAY_DIR must be a folder of CSV files.');
      const files = await readPriceFiles(settings.replayDir);
      const start = startProblem(files, settings.replayFrom);
      for (const problem of [...files.flatMap((f) => f.problems), ...(start ? [start] : [])]) warn(problem);
      return createReplayMarket(files, {
        clock,
        from: settings.replayFrom,
        speed: settings.replaySpeed,
        hours: settings.marketHours,
        startedAt: replayStartedAt,
      });
    }
    case 'fmp': {
      const { fmpApiKey: apiKey, finnhubApiKey, redisUrl } = settings;
      if (!apiKey) throw new MarketSetupError('FMP_API_KEY must be the key FMP gave you when MARKET is fmp.');
      return await createFmpMarket({
        apiKey,
        baseUrl: settings.fmpBaseUrl,
        perMinute: settings.fmpRequestsPerMinute,
        stream: finnhubApiKey ? { apiKey: finnhubApiKey, url: settings.finnhubWsUrl } : null,
        hours: settings.marketHours,
        time: systemTime(clock),
        store: redisUrl ? redisStore(redisUrl, warn) : null,
        warn,
      });
    }
  }
}
