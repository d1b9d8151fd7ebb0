import { useT } from '#framework/page.tsx';
import { ChainHeadText } from '../season/Fairness.tsx';
import type { GameProofView } from './view.ts';

/** Whether and how members can check a private game. */
export function GameProof({ id, text, chain, hasBundle }: GameProofView & { id: string }) {
  const t = useT();
  return (
    <section>
      <h2 className="text-h3">{t('leagues:proof.title')}</h2>
      <p className="mt-2 max-w-[70ch] text-paper-2">{text}</p>
      {hasBundle && (
        <p className="mt-3 flex flex-wrap gap-3">
          <a className="btn btn-primary" href={`/leagues/${id}/check`}>
            {t('check:link')}
          </a>
          <a className="btn btn-secondary" href={`/api/leagues/${id}/bundle`} download>
            {t('proof:bundle')}
          </a>
        </p>
      )}
      {chain && <ChainHeadText {...chain} />}
    </section>
  );
}
