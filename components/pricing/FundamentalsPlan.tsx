import { PRICES, shekels, withVat } from '#core/pricing.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { isolated, Stub } from './CommunityPlans.tsx';
import { BigPrice, PayButton } from './Pay.tsx';

const SEATS = 7;
const SESSIONS = 10;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

export function FundamentalsPlan({ link, vatPercent }: { link: string | null; vatPercent: number }) {
  const t = useT();
  const sum = isolated(shekels(withVat(PRICES.fundamentals, vatPercent)));
  return (
    <>
      <section className="cut-20 on-paper mt-8 bg-paper text-ink-0" aria-labelledby="plan-course">
        <div className="grid gap-7 p-7 lg:grid-cols-2">
          <div>
            <h2 id="plan-course" className="text-h2">
              {t('pricing:fundamentals.name')}
            </h2>
            <div className="mt-5">
              <BigPrice shekels={PRICES.fundamentals} note={t('pricing:fundamentals.once')} />
            </div>
            <p className="mt-3 text-size-body text-paper-deep">
              {t('pricing:plusVat')} · {t('pricing:withVat', { amount: sum, percent: vatPercent })}
            </p>
          </div>
          <div>
            <p className="text-size-body font-600">{t('pricing:fundamentals.seats')}</p>
            <div className="mt-2 flex gap-1.5" aria-hidden="true">
              {numbers(SEATS).map((seat) => (
                <span key={seat} className="octagon h-6.5 w-6.5 bg-ink-0" />
              ))}
            </div>
            <p className="mt-6 text-size-body font-600">{t('pricing:fundamentals.sessions')}</p>
            <div className="mt-2 grid grid-cols-10 gap-1" aria-hidden="true">
              {numbers(SESSIONS).map((session) => (
                <span key={session} className="bg-paper-tint py-1.5 text-center text-size-body">
                  {session}
                </span>
              ))}
            </div>
          </div>
        </div>
        <Stub on="paper">
          <span className="text-size-body">{t('pricing:fundamentals.group')}</span>
          <PayButton plan="fundamentals" href={link} kind="ink">
            {t('pricing:fundamentals.buy')}
          </PayButton>
        </Stub>
      </section>
      <section className="mt-5 flex items-center gap-5 rounded-card border border-line-2 p-7">
        <Bdi className="text-hero text-tkf">30%</Bdi>
        <div>
          <h2 className="text-h3">{t('pricing:fundamentals.soldiers')}</h2>
          <p className="text-size-body text-paper-2">{t('pricing:fundamentals.soldiersNote')}</p>
        </div>
      </section>
    </>
  );
}
