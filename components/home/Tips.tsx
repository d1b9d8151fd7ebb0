import type { CSSProperties } from 'react';
import { useT } from '#framework/page.tsx';

export const TIP_COUNT = 30;
export const TIP_SECONDS = 8;

/** All tips, one shown at a time: each is visible for its eight seconds of the round. */
export function Tips({ first }: { first: number }) {
  const t = useT();
  const order = Array.from({ length: TIP_COUNT }, (_, i) => (((first + i) % TIP_COUNT) + 1) as TipNumber);
  return (
    <section className="tips" aria-label={t('home:tip')}>
      <ul className="tips-bob">
        {order.map((n, i) => (
          // A round in which the tip's turn has already come: negative delays leave no first, hidden, wait.
          <li key={n} style={{ '--at': i === 0 ? 0 : i - TIP_COUNT } as CSSProperties}>
            <p className="text-caption text-paper-3">{t('home:tipOf', { n, total: TIP_COUNT })}</p>
            <p className="text-balance text-tip">{t(`home:tip${n}`)}</p>
          </li>
        ))}
      </ul>
      <span className="tips-line" aria-hidden="true" />
    </section>
  );
}

/** 1 to 30, so that the keys of the tips are checked. */
type TipNumber =
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 7
  | 8
  | 9
  | 10
  | 11
  | 12
  | 13
  | 14
  | 15
  | 16
  | 17
  | 18
  | 19
  | 20
  | 21
  | 22
  | 23
  | 24
  | 25
  | 26
  | 27
  | 28
  | 29
  | 30;
