import { useEffect, useState } from 'react';
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { formatDay, formatTime } from '#core/locale/format.ts';
import { serverNow } from '#framework/browser/server-clock.ts';
import { useRegion } from '#framework/islands/island.tsx';
import type { Engine } from '../engine/engine.ts';
import type { Announce } from '../ground/say.ts';
import type { ScaleMode } from './comparison.ts';

export type ScaleChoice = {
  isLog: boolean;
  compared: string | null;
  toggleLog(): void;
  compare(symbol: string | null): void;
  picture(): void;
};

type ScaleSubject = {
  symbol: string;
  interval: BarInterval;
  candles: readonly Candle[];
  company: string | null;
};

function setScale(engine: Engine, mode: ScaleMode, onFailure: () => void): void {
  void import('./comparison.ts').then(({ setScaleMode }) => {
    if (!engine.isOver) setScaleMode(engine, mode);
  }, onFailure);
}

export function useScale(engine: Engine | null, subject: ScaleSubject, say: Announce): ScaleChoice {
  const { symbol, interval, candles, company } = subject;
  const { locale, dir, zone } = useRegion();
  const [isLog, setLog] = useState(false);
  const [choice, setCompared] = useState<string | null>(null);
  const compared = choice === symbol ? null : choice;
  const isTouched = isLog || choice !== null;

  useEffect(() => {
    if (!engine || !isTouched) return;
    const mode = compared ? 'percent' : isLog ? 'log' : 'normal';
    setScale(engine, mode, () => {
      // the effect below reports that the code of a comparison could not be fetched
      if (!isLog) return;
      setLog(false);
      say.failLoad(null);
    });
    return () => setScale(engine, 'normal', () => {});
  }, [engine, isTouched, compared, isLog, say]);

  useEffect(() => {
    if (!engine || !compared || candles.length === 0) return;
    const over = new AbortController();
    let remove = () => {};
    import('./comparison.ts')
      .then(({ addComparison }) => addComparison(engine, compared, interval, candles, over.signal))
      .then((gone) => {
        if (over.signal.aborted) gone();
        else remove = gone;
      })
      .catch((error: Error) => {
        if (over.signal.aborted) return;
        setCompared(null);
        say.failLoad(error);
      });
    return () => {
      over.abort();
      remove();
    };
  }, [engine, compared, interval, candles, say]);

  function picture(): void {
    if (!engine) return;
    const now = serverNow();
    const named = [symbol, interval, company].filter(Boolean).join(' · ');
    const stamp = new Date(now).toISOString().slice(0, 16).replace(/\D/g, '-');
    void import('./picture.ts').then(
      ({ savePicture }) =>
        savePicture(engine, {
          name: compared ? `${named} / ${compared}` : named,
          when: `${formatDay(now, locale, zone)} ${formatTime(now, zone)}`,
          fileName: `paperpit-${symbol}-${interval}-${stamp}.png`,
          isRtl: dir === 'rtl',
        }),
      () => say.failLoad(null),
    );
  }
  return { isLog, compared, toggleLog: () => setLog(!isLog), compare: setCompared, picture };
}
