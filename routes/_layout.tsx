import { EntranceBrand } from '#components/account/EntranceBrand.tsx';
import { AdminNav } from '#components/admin/AdminNav.tsx';
import { ChartStatus } from '#components/layout/ChartStatus.tsx';
import { FlashToast, OwnNews } from '#components/layout/Notifications.tsx';
import { Shell } from '#components/layout/Shell.tsx';
import { VisitorShell } from '#components/layout/VisitorShell.tsx';
import { CHART_PATH } from '#core/season/game.ts';
import { layout } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import NavStatus from '#islands/NavStatus.ts';
import SeasonNews from '#islands/SeasonNews.ts';
import Toaster from '#islands/Toaster.tsx';

/** Pages of sign-in and sign-up and the public contact form: without sidebar and navigation. */
const ENTRANCES = [
  '/auth',
  '/auth/forgot',
  '/auth/reset',
  '/auth/confirm-email',
  '/auth/newcomer',
  '/auth/code',
  '/public-contact',
];

export default layout(({ page, children }) => {
  const { path, t, user, competition } = page;
  // for these pages a guest counts as not signed in
  if ((!user || user.isGuest) && ENTRANCES.includes(path)) {
    return (
      <>
        <main id="main" className={path === '/auth' ? undefined : 'main'}>
          {path.startsWith('/auth/') && (
            <div className="mx-auto mb-7 w-full max-w-120">
              <EntranceBrand />
            </div>
          )}
          {children}
        </main>
        <FlashToast />
      </>
    );
  }
  if (!user) return <VisitorShell>{children}</VisitorShell>;
  const game = user.isGuest ? 'practice' : 'season';
  const status = {
    active: competition.active,
    isAlwaysOpen: user.isAdmin || game === 'practice',
    href: CHART_PATH[game],
    current: path === CHART_PATH[game],
    strings: {
      chart: t(game === 'practice' ? 'nav:practice' : 'nav:chart'),
      chartOff: t('nav:chartOff'),
      live: t('nav:live'),
      notLive: t('nav:notLive'),
    },
  };
  const signedOut = { title: t('auth:over'), message: t('errors:KEPT'), link: t('auth:login') };
  return (
    <Shell
      status={
        <Attach behaviour={NavStatus} props={{ active: status.active, current: status.current, signedOut }}>
          <ChartStatus {...status} />
        </Attach>
      }
      overlay={
        <Toaster
          label={t('common:notifications')}
          dismissLabel={t('common:close')}
          muteLabel={t('common:muteProfits')}
          profit={t('common:profit', { username: '{{username}}', percent: '{{percent}}' })}
        />
      }
    >
      {user.isAdmin ? (
        <OwnNews />
      ) : (
        <Attach behaviour={SeasonNews} props={{}}>
          <OwnNews />
        </Attach>
      )}
      <AdminNav />
      {children}
    </Shell>
  );
});
