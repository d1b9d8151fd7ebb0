import { useCallback, useEffect, useState } from 'react';
import { TOAST_EVENT, TOAST_MS, type Toast } from '../_state/toasts.ts';

/** More than this at once cannot be read. */
const MAX_SHOWN = 4;

const ICON: Record<Toast['kind'], string> = {
  success: 'i-lucide-circle-check text-gain',
  destructive: 'i-lucide-octagon-alert text-loss',
  info: 'i-lucide-circle-alert text-paper-2',
};

const ACTION =
  'mt-1 inline-flex items-center font-600 text-paper underline underline-offset-3 coarse:min-h-11';

type Props = { label: string; dismissLabel: string };

/**
 * Messages at the bottom end, five seconds each; longer while the pointer or focus is on them. A page shows them once.
 */
export function Messages({ label, dismissLabel }: Props) {
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
      className="toasts"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} held={held} dismissLabel={dismissLabel} onDismiss={dismiss} />
      ))}
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
    <div className="toast-live items-start gap-3 p-3.5" data-bad={bad || undefined}>
      <span className={`mt-0.5 size-4.5 ${ICON[kind]}`} aria-hidden="true" />
      <div role={bad ? 'alert' : 'status'} className="min-w-0 flex-1 text-body">
        <p className="m-0 font-600">{title}</p>
        {message && <p className="m-0 break-words text-paper-2">{message}</p>}
        {action?.href && (
          <a className={ACTION} href={action.href} onClick={action.run}>
            {action.label}
          </a>
        )}
        {action && !action.href && (
          <button
            type="button"
            className={`${ACTION} border-0 bg-transparent p-0 cursor-pointer`}
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
