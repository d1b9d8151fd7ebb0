import { useEffect, useRef } from 'react';
import { overlayOpened } from '#framework/browser/overlay.ts';
import type { ChartKey } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';

const KEYS: [string, ChartKey][] = [
  ['B', 'key_buy'],
  ['S', 'key_sell'],
  ['X', 'key_short'],
  ['1 – 5', 'key_interval'],
  ['T', 'key_draw'],
  ['R', 'key_realtime'],
  ['/', 'key_ticker'],
  ['← →', 'key_arrows'],
  ['← → ↑ ↓ Enter', 'key_drawing'],
  ['Shift ← → ↑ ↓', 'key_moving'],
  ['Ctrl Z', 'key_undo'],
  ['Del', 'key_delete'],
  ['Esc', 'key_escape'],
  ['?', 'key_help'],
];

export default function ShortcutList({ onClose }: { onClose(): void }) {
  const strings = useStrings();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return overlayOpened(element, () => element.close());
  }, []);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={strings.shortcuts}
      className="m-auto w-90 max-w-[calc(100vw-2rem)] rounded-card border border-line-2 bg-ink-2 p-6 text-paper backdrop:bg-scrim"
    >
      <header className="mb-3 flex items-center justify-between">
        <h2 className="m-0 text-h3">{strings.shortcuts}</h2>
        <button
          type="button"
          className="icon-btn"
          aria-label={strings.closeTicket}
          onClick={() => dialog.current?.close()}
        >
          <span className="i-lucide-x" aria-hidden="true" />
        </button>
      </header>
      <dl className="m-0 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-size-body">
        {KEYS.map(([key, name]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="tag min-w-8 justify-center font-600">{key}</kbd>
            </dt>
            <dd className="m-0 text-paper-2">{strings[name]}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
