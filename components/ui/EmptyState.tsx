import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { Mark, type MarkShape } from './Mark.tsx';

type Props = {
  shape?: MarkShape;
  action?: ReactNode;
  /** True inside a card, whose border suffices. */
  isInCard?: boolean;
  children: ReactNode;
};

/** Shown for an empty list: a sentence, the shape that stands for its topic (Mark.tsx), and at most one link. */
export function EmptyState({ shape = 'triangle', action, isInCard = false, children }: Props) {
  const frame = isInCard ? '' : 'rounded-card border border-dashed border-line-2';
  return (
    <div className={`flex flex-col items-center gap-3 px-6 py-10 text-center text-paper-2 ${frame}`}>
      <Mark shape={shape} className="h-8 w-8 !text-line-3" />
      <p className="text-balance">{children}</p>
      {action}
    </div>
  );
}

/**
 * Shown in place of data that could not be read. A refresh changes no live region when the new HTML of one has
 * `data-unread`.
 */
export function Unread({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-7 flex items-center gap-2 text-loss" data-unread>
      <Icon name="circle-alert" />
      <bdi>{children}</bdi>
    </p>
  );
}
