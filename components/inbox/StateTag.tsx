import type { MessageState } from '#core/contract/schemas/messages.ts';
import { useT } from '#framework/page.tsx';

const LOOKS: Record<MessageState, string> = {
  unread: 'tag bg-paper text-ink-0',
  read: 'tag text-paper-2',
  done: 'tag bg-gain-deep text-gain',
};

export function StateTag({ state }: { state: MessageState }) {
  const t = useT();
  return <span className={LOOKS[state]}>{t(`inbox:${state}`)}</span>;
}
