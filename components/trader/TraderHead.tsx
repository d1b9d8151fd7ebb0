import type { ReactNode } from 'react';
import { asset } from '#framework/asset.ts';
import { usePage } from '#framework/page.tsx';
import { BadgedName } from '../profile/BadgedName.tsx';
import { RankMark } from '../profile/Who.tsx';
import { SimMark } from '../simulated/SimMark.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import type { TraderPageView } from './view.ts';

/** The banner, and on its rim who it is and the link to pass on. */
export function TraderHead({ trader, share }: { trader: TraderPageView; share: ReactNode }) {
  const { username, outfit, rank, level, since, isOwn, isSimulated } = trader;
  const { banner, logo, badge } = outfit;
  const { t } = usePage();
  return (
    <header>
      <div className="portrait-banner">
        {banner && <img src={asset(banner.picture)} width={960} height={240} alt="" />}
      </div>
      <div className="portrait-in portrait-head">
        <span className="portrait-avatar octagon">
          <Avatar username={username} logoUrl={logo && asset(logo.picture)} size={120} />
        </span>
        <div className="min-w-0">
          <h1 className="flex items-center gap-3 text-h1">
            <BadgedName username={username} badge={badge} />
          </h1>
          <p className="facts">
            <RankMark rank={rank} />
            <span>{t('trader:level', { level })}</span>
            <span>{t('page:since', { date: since })}</span>
            {isSimulated && <SimMark />}
          </p>
        </div>
        <span className="ms-auto">{share}</span>
      </div>
      {isOwn && (
        <p className="portrait-in portrait-own">
          {t('page:own')}{' '}
          <a className="text-paper underline underline-offset-4" href="/settings#page">
            {t('page:settings')}
          </a>
        </p>
      )}
    </header>
  );
}
