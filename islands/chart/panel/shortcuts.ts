import { PANEL_INTERVALS, type PanelInterval } from '#components/chart/types.ts';

/** A key's action on the chart page; `?` shows the list. */
export type Shortcut =
  | { do: 'buy' | 'sell' | 'short' | 'draw' | 'realtime' | 'ticker' | 'escape' | 'help' | 'undo' | 'delete' }
  | { do: 'interval'; interval: PanelInterval };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'code'>;

const LETTERS = { KeyB: 'buy', KeyS: 'sell', KeyX: 'short', KeyT: 'draw', KeyR: 'realtime' } as const;

/**
 * Returns a key's action, null for any other key. Letters and digits count by their position, so that Hebrew keyboards
 * have the same shortcuts.
 * @param typing true in a text field, where only Escape has an action
 */
export function shortcutOf(event: Key, typing: boolean): Shortcut | null {
  const { key, code, altKey } = event;
  const command = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return { do: 'escape' };
  if (typing || altKey) return null;
  if (command) return code === 'KeyZ' ? { do: 'undo' } : null;
  if (key === 'Delete' || key === 'Backspace') return { do: 'delete' };
  if (key === '?') return { do: 'help' };
  if (key === '/') return { do: 'ticker' };
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1];
  if (digit) return { do: 'interval', interval: PANEL_INTERVALS[Number(digit) - 1]! };
  const named = LETTERS[code as keyof typeof LETTERS];
  return named ? { do: named } : null;
}

/** True for an element that takes typed keys: a text field, a list, or editable text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
