import { usePage } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { FactCard } from '../ui/figures.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

/** The start page of staff; formatted texts. */
export type DeskView = {
  next: { sentence: string; href: string; action: string };
  /** Open tasks by kind; `since` is the time of the oldest one. */
  waiting: readonly { href: string; icon: IconName; title: string; since: string }[];
  /** The time zone of the day. */
  zone: string;
  /** Counts of the day. */
  today: readonly { name: string; count: string }[];
  /** Figures and problems of the storage; null for moderators. `problems` are sentences. */
  storage: { figures: readonly { name: string; value: string }[]; problems: readonly string[] } | null;
};

/** /admin: the organizer's tasks, the next step of the season, and the day's counts. */
export function DeskPage({ next, waiting, zone, today, storage }: DeskView) {
  const { t, user } = usePage();
  return (
    <div className="mx-auto grid w-full max-w-254 gap-7">
      <h1 className="text-h1">{t('nav:desk')}</h1>
      <section className="card flex flex-wrap items-center justify-between gap-4 p-4">
        <div className="min-w-60 flex-1">
          <h2 className="text-caption text-paper-3">{t('desk:next')}</h2>
          <p className="mt-1 text-h3 font-600">{next.sentence}</p>
        </div>
        {user?.isAdmin && <LinkButton href={next.href}>{next.action}</LinkButton>}
      </section>
      <TitledSection title={t('desk:toDo')}>
        {waiting.length === 0 ? (
          <p className="mt-3 flex items-center gap-2 text-paper-2">
            <Icon name="circle-check" className="text-gain" />
            {t('desk:nothing')}
          </p>
        ) : (
          <ul className="mt-3 border-t border-line-1">
            {waiting.map(({ href, icon, title, since }) => (
              <li key={href} className="border-b border-line-1">
                <a className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-ink-2" href={href}>
                  <Icon name={icon} className="text-paper-3" />
                  <span className="flex-1">
                    <span className="block font-600">{title}</span>
                    <span className="block text-size-small text-paper-3">{since}</span>
                  </span>
                  <Icon name="chevron-right" className="text-paper-3 rtl:flip-x" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </TitledSection>
      <TitledSection title={t('desk:today', { zone })}>
        <dl className="figures mt-3 grid-cols-3">
          {today.map(({ name, count }) => (
            <FactCard key={name} label={name} look="text-stat">
              {count}
            </FactCard>
          ))}
        </dl>
      </TitledSection>
      {storage && (
        <TitledSection title={t('desk:storage')}>
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
            {storage.figures.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-caption text-paper-3">{name}</dt>
                <dd className="mt-1">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {storage.problems.map((problem) => (
            <p key={problem} className="mt-3 flex items-start gap-2 text-size-small">
              <Icon name="circle-alert" className="mt-0.5 shrink-0 text-tkf" />
              {problem}
            </p>
          ))}
        </TitledSection>
      )}
    </div>
  );
}
