import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { LinkButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { DirectionMark } from './Mark.tsx';

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <LinkButton look="ghost" className="-ms-4" href={href}>
    <Icon name="arrow-left" className="rtl:flip-x" />
    {children}
  </LinkButton>
);

type Choice = { href: string; label: string; current: boolean };

export function SegmentLinks({ label, segments }: { label: string; segments: readonly Choice[] }) {
  return (
    <nav className="flex rounded-control border border-line-2 bg-ink-0 p-0.5" aria-label={label}>
      {segments.map(({ href, label: text, current }) => (
        <a
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={`flex min-h-9 flex-1 items-center justify-center whitespace-nowrap rounded-segment px-4 text-size-body font-500 coarse:min-h-11 ${
            current ? 'bg-ink-4 text-paper' : 'text-paper-3 hover:text-paper-2'
          }`}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

/** Tabs that are links. They scroll sideways on narrow screens. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Choice[] }) {
  return (
    <nav className="flex gap-5 overflow-x-auto border-b border-line-1" aria-label={label}>
      {tabs.map(({ href, label: text, current }) => (
        <a
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={`-mb-px whitespace-nowrap border-b-2 py-3 text-size-body font-500 focus-visible:-outline-offset-4 ${
            current
              ? 'border-paper text-paper [scroll-initial-target:nearest]'
              : 'border-transparent text-paper-3 hover:text-paper-2'
          }`}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

type Props = {
  page: number;
  pages: number;
  hrefOf(page: number): string;
  /** True to show the links for a single page too. */
  always?: boolean;
  /**
   * True when the order of the list may change while the reader turns pages: a sentence below the links then says so.
   */
  moves?: boolean;
};

/** Previous, "2 / 5", next. Renders nothing for a single page unless `always`. */
export function PageLinks({ page, pages, hrefOf, always = false, moves = false }: Props) {
  const t = useT();
  if (pages <= 1 && !always) return null;
  return (
    <>
      <nav className="mt-5 flex items-center justify-center gap-3" aria-label={t('common:pages')}>
        <Step label={t('common:previous')} icon="chevron-left" href={page > 1 ? hrefOf(page - 1) : null} />
        <bdi dir="ltr" className="text-paper-2">
          {page} / {pages}
        </bdi>
        <Step label={t('common:next')} icon="chevron-right" href={page < pages ? hrefOf(page + 1) : null} />
      </nav>
      {moves && <p className="mt-2 text-center text-size-small text-paper-3">{t('common:pagesMove')}</p>}
    </>
  );
}

type StepProps = { label: string; icon: 'chevron-left' | 'chevron-right'; href: string | null };

const LOOK = 'icon-btn border-line-2 bg-ink-3 aria-disabled:cursor-not-allowed aria-disabled:text-paper-off';

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

type SortHeadProps = {
  column: string;
  /** Address of the list sorted by this column, or in the opposite direction if this column sorts the list already. */
  href: string;
  /** The direction in which this column sorts the list; null if another column sorts the list. */
  direction: 'asc' | 'desc' | null;
  className?: string;
  children: ReactNode;
};

export const SortHead = ({ column, href, direction, className, children }: SortHeadProps) => (
  <th
    scope="col"
    aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    data-column={column}
    className={className}
  >
    <a href={href}>
      {children}
      {direction && <DirectionMark up={direction === 'asc'} className="ms-1 h-1.75 w-1.75" />}
    </a>
  </th>
);
