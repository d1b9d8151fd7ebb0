import type { ReactNode } from 'react';
import { DirectionMark } from './Mark.tsx';

type Props = {
  column: string;
  /** Of the page sorted by this column, or the other way round. */
  href: string;
  /** How the page is sorted by this column now; null for another order. */
  direction: 'asc' | 'desc' | null;
  className?: string;
  children: ReactNode;
};

/** A head of a table that sorts it, as a link. */
export const SortHead = ({ column, href, direction, className, children }: Props) => (
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
