import { usePage } from '#framework/page.tsx';

/** The source of the prices on this page. */
export function PriceSource({ className = '' }: { className?: string }) {
  const { t, prices } = usePage();
  return <span className={`text-caption text-paper-3 ${className}`}>{t(`messages:label.${prices}`)}</span>;
}
