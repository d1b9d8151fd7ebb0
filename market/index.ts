/** The one market of this process, by the settings. */
import { type Epoch, type Market, MarketSetupError } from './market.ts';
import { createReplayMarket, readPriceFiles } from './replay.ts';
import { createSimulatedMarket } from './simulated/market.ts';

export type MarketSettings = {
  market: 'simulated' | 'replay' | 'fmp';
  marketHours: 'always' | 'us';
  marketSeed?: string;
  replayDir?: string;
  /** Epoch ms. */
  replayFrom?: number;
  replaySpeed: number;
};

export type MarketDeps = {
  /** Wall clock, epoch ms. */
  clock?: () => number;
  /** Seeds of the seasons so far; more come by `setEpochs`. */
  epochs?: readonly Epoch[];
  /** Wall-clock ms at which a replay stood at REPLAY_FROM; now by default. */
  replayStartedAt?: number;
  /** Takes one sentence for each row of a price file that is left out. */
  warn?: (sentence: string) => void;
};

/**
 * Builds the market.
 * @throws MarketSetupError with a sentence that names the variable or file that can't be used
 */
export async function createMarket(settings: MarketSettings, deps: MarketDeps = {}): Promise<Market> {
  const { clock, epochs, replayStartedAt, warn = console.warn } = deps;
  switch (settings.market) {
    case 'simulated':
      return createSimulatedMarket({
        clock,
        epochs,
        hours: settings.marketHours,
        marketSeed: settings.marketSeed,
      });
    case 'replay': {
      if (!settings.replayDir) throw new MarketSetupError('REPLAY_DIR must be a folder of CSV files.');
      const files = await readPriceFiles(settings.replayDir);
      for (const problem of files.flatMap((f) => f.problems)) warn(problem);
      return createReplayMarket(files, {
        clock,
        from: settings.replayFrom,
        speed: settings.replaySpeed,
        hours: settings.marketHours,
        startedAt: replayStartedAt,
      });
    }
    case 'fmp':
      throw new MarketSetupError('MARKET must be simulated or replay: this version has no FMP adapter.');
  }
}
