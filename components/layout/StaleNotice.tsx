import { usePage } from '#framework/page.tsx';

/** What a page says of data it could not read. */
const SENTENCES = {
  '/leaderboards': 'leaderboards:error',
  '/portfolio': 'portfolio:error',
  '/recordings': 'messages:recordingsFailed',
  '/shop': 'shop:error',
} as const;

/**
 * That an open page could not be drawn anew, with the time it is from and a button to try again: `#stale` of
 * framework/browser/live-region.ts, shown by it.
 */
export function StaleNotice() {
  const { t, path } = usePage();
  const sentence = path in SENTENCES ? t(SENTENCES[path as keyof typeof SENTENCES]) : null;
  const [before = '', after = ''] = t('common:stale', { time: '\n' }).split('\n');
  return (
    <div id="stale" className="stale" role="alert" hidden>
      <p>
        {sentence && `${sentence} `}
        {before}
        <bdi dir="ltr" />
        {after}
      </p>
      <button type="button" className="btn btn-secondary">
        {t('common:retry')}
      </button>
    </div>
  );
}
