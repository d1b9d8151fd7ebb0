import { useT } from '#framework/page.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  page: number;
  pages: number;
  hrefOf(page: number): string;
  /** Also when there is one page. */
  always?: boolean;
};

/** Previous, "2 / 5", next, as links. Nothing at all when there is one page, unless `always`. */
export function PageLinks({ page, pages, hrefOf, always = false }: Props) {
  const t = useT();
  if (pages <= 1 && !always) return null;
  return (
    <nav className="mt-5 flex items-center justify-center gap-3" aria-label={t('common:pages')}>
      <Step label={t('common:previous')} icon="chevron-left" href={page > 1 ? hrefOf(page - 1) : null} />
      <bdi dir="ltr" className="tabular-nums text-paper-2">
        {page} / {pages}
      </bdi>
      <Step label={t('common:next')} icon="chevron-right" href={page < pages ? hrefOf(page + 1) : null} />
    </nav>
  );
}

type StepProps = { label: string; icon: 'chevron-left' | 'chevron-right'; href: string | null };

const LOOK = 'icon-btn border-line-2 bg-ink-3 aria-disabled:cursor-not-allowed aria-disabled:text-paper-off';

/** At an end the step stays in its place, without an address. */
function Step({ label, icon, href }: StepProps) {
  const picture = <Icon name={icon} className="rtl:flip-x" />;
  if (href === null) {
    return (
      <span className={LOOK} aria-disabled="true" title={label}>
        {picture}
      </span>
    );
  }
  return (
    <a className={LOOK} href={href} aria-label={label}>
      {picture}
    </a>
  );
}
