import { ChartStatus } from '#components/layout/ChartStatus.tsx';
import { FlashToast } from '#components/layout/FlashToast.tsx';
import { Shell } from '#components/layout/Shell.tsx';
import { layout } from '#framework/define.ts';
import { Attach } from '#framework/islands/attach.tsx';
import NavStatus from '#islands/NavStatus.ts';
import Toaster from '#islands/Toaster.tsx';

/** Entrances: pages without sidebar and navigation. */
const BARE = ['/auth', '/public-contact'];

export default layout(({ page, children }) => {
  const { path, t, user, competition } = page;
  if (BARE.includes(path)) {
    return (
      <>
        <main id="main" className={path === '/auth' ? undefined : 'main'}>
          {children}
        </main>
        <FlashToast />
      </>
    );
  }
  const status = {
    active: competition.active,
    isAdmin: user?.isAdmin ?? false,
    current: path === '/chart',
    strings: {
      chart: t('nav:chart'),
      chartOff: t('nav:chartOff'),
      live: t('nav:live'),
      notLive: t('nav:notLive'),
    },
  };
  // a visitor's pages have no script: their status is as it was when they were drawn
  const isLive = user !== null;
  return (
    <Shell
      status={
        isLive ? (
          <Attach behaviour={NavStatus} props={{ active: status.active, current: status.current }}>
            <ChartStatus {...status} isLive />
          </Attach>
        ) : (
          <ChartStatus {...status} />
        )
      }
      overlay={
        isLive && (
          <Toaster
            label={t('common:notifications')}
            dismissLabel={t('common:close')}
            profit={t('common:profit', { username: '{{username}}', percent: '{{percent}}' })}
          />
        )
      }
    >
      {children}
    </Shell>
  );
});
