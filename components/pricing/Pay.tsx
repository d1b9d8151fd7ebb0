import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Icon } from '../ui/Icon.tsx';

export type PayLinks = { annual: string | null; monthly: string | null; fundamentals: string | null };

/** A price in display size: the sign raised, the figure big. */
export function BigPrice({ shekels, note }: { shekels: number; note: string }) {
  return (
    <p className="flex items-end gap-3">
      <Bdi className="text-price">
        <span className="me-1 align-[0.45em] text-[0.58em] font-500">₪</span>
        {shekels.toLocaleString('en-US')}
      </Bdi>
      <span className="pb-1 text-size-lead">{note}</span>
    </p>
  );
}

/** The way out to the payment page, by a plain full page load; to a message to us while the plan is not on sale. */
export function PayButton({
  href,
  plan,
  children,
  kind,
}: {
  /** Null: not on sale yet. */
  href: string | null;
  plan: keyof PayLinks;
  children: string;
  kind: 'ink' | 'secondary';
}) {
  const t = useT();
  const look = kind === 'ink' ? 'btn btn-ink' : 'btn btn-secondary';
  if (!href)
    return (
      <a className={look} href={`/public-contact?plan=${plan}`} title={t('pricing:notYet')}>
        {t('pricing:tellMe')}
      </a>
    );
  return (
    <a className={look} href={href} rel="noopener" title={t('pricing:opensPayment')}>
      {children}
      <Icon name="arrow-up-right" className="rtl:flip-x" />
    </a>
  );
}
