import type { Scan, ScanIssues } from '#core/contract/schemas/screener.ts';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Results, type ScanLine } from './Results.tsx';
import { ScanForm } from './ScanForm.tsx';

export type ScanResult = {
  lines: readonly ScanLine[];
  /** How many there are on all pages. */
  total: number;
  pages: number;
  /** Who makes the prices, as a sentence. */
  source: string;
};

type Props = {
  scan: Scan;
  /** Filters that are no numbers: nothing was looked for. */
  wrong: ScanIssues;
  /** null when nothing was looked for. */
  found: ScanResult | null;
  /** Why the market could not be asked, or null. */
  problem: string | null;
  /** Whether a click on a result can lead to the chart. */
  chartOpen: boolean;
};

/** /screener: a form whose address is the scan. */
export function ScreenerPage({ scan, wrong, found, problem, chartOpen }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-270">
      <h1 className="text-h1">{t('screener:title')}</h1>
      <p className="mt-2 text-paper-2">{t('screener:lead')}</p>
      <ScanForm scan={scan} wrong={wrong} />
      {problem !== null && (
        <div
          role="alert"
          className="mt-6 flex items-start gap-3 rounded-card border border-loss bg-ink-2 p-4"
        >
          <Icon name="octagon-alert" size="size-5" className="mt-px text-loss" />
          <div>
            <p className="font-600">{t('screener:failed')}</p>
            <p className="text-paper-2">
              <bdi>{problem}</bdi>
            </p>
          </div>
        </div>
      )}
      {found && <Results scan={scan} found={found} chartOpen={chartOpen} />}
    </div>
  );
}
