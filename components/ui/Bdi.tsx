import type { ReactNode } from 'react';

/** A number, price, ticker, address: always left to right, never reordered by the text around it. */
export function Bdi({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}
