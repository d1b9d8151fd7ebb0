import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { TOAST_EVENT, TOAST_MS, type Toast } from '../_state/toasts.ts';

/** More than this at once cannot be read. */
const MAX_SHOWN = 4;

type Props = { label: string; dismissLabel: string; children?: ReactNode };

/**
 * Messages at the bottom end, five seconds each; longer while the pointer or focus is on them. A page shows them once.
 * @param children what else appears there
 */
export function Messages({ label, dismissLabel, children }: Props) {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  useEffect(() => {
    const onToast = (event: Event) => {
      const toast = (event as CustomEvent<Toast>).detail;
      setShown((before) => [...before, toast].slice(-MAX_SHOWN));
    };
    window.addEventListener(TOAST_EVENT, onToast);
    return () => window.removeEventListener(TOAST_EVENT, onToast);
  }, []);
  const dismiss = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const [held, setHeld] = useState(false);
  return (
    <section
      aria-label={label}
      // An order ticket is a sheet at the bottom of a phone: messages then stand at the top.
      className="pointer-events-none fixed bottom-4 end-4 min-[700px]:rtl:end-auto min-[700px]:rtl:start-18 z-70 grid w-90 max-w-[calc(100vw-32px)] gap-2.5 max-[699px]:bottom-[calc(120px+env(safe-area-inset-bottom))] max-[699px]:[body:has(.chart-ticket)_&]:bottom-auto max-[699px]:[body:has(.chart-ticket)_&]:top-3"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} held={held} dismissLabel={dismissLabel} onDismiss={dismiss} />
      ))}
      {children}
    </section>
  );
}

type MessageProps = { toast: Toast; held: boolean; dismissLabel: string; onDismiss: (id: number) => void };

function Message({ toast, held, dismissLabel, onDismiss }: MessageProps) {
  const { id, kind, title, message, action } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onDismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, held, onDismiss]);
  const bad = kind === 'destructive';
  return (
    <div
      className={`toast-in pointer-events-auto flex items-start gap-3 rounded-[10px] border bg-ink-3 p-3.5 shadow-[0_12px_32px_#000a] ${bad ? 'border-loss' : 'border-line-2'}`}
    >
      <span
        className={`mt-0.5 text-[18px] ${bad ? 'i-lucide-octagon-alert text-loss' : kind === 'success' ? 'i-lucide-circle-check text-gain' : 'i-lucide-circle-alert text-paper-2'}`}
        aria-hidden="true"
      />
      <div role={bad ? 'alert' : 'status'} className="min-w-0 flex-1 text-[14px] leading-[20px]">
        <p className="m-0 font-600">{title}</p>
        {message && <p className="m-0 break-words text-paper-2">{message}</p>}
        {action && (
          <button
            type="button"
            className="mt-1 border-0 bg-transparent p-0 font-600 text-paper underline underline-offset-3 cursor-pointer"
            onClick={() => {
              action.run();
              onDismiss(id);
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className="icon-btn !h-6 !w-6 coarse:!h-11 coarse:!w-11"
        aria-label={dismissLabel}
        onClick={() => onDismiss(id)}
      >
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </div>
  );
}
