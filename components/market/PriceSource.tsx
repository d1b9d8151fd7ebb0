import { usePage } from '#framework/page.tsx';

/** Where the prices on this page come from. It stands wherever a company's name does. */
export function PriceSource({ className = '' }: { className?: string }) {
  const { t, prices } = usePage();
  return <span className={`text-caption text-paper-3 ${className}`}>{t(`messages:label.${prices}`)}</span>;
}
