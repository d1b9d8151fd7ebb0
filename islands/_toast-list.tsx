import { useCallback, useEffect, useState } from 'react';
import { TOAST_EVENT, TOAST_MS, type Toast } from './_state/toasts.ts';

const MAX_VISIBLE = 4;

const ICON: Record<Toast['kind'], string> = {
  success: 'i-lucide-circle-check text-gain',
  destructive: 'i-lucide-octagon-alert text-loss',
  info: 'i-lucide-circle-alert text-paper-2',
};

const ACTION =
  'mt-1 inline-flex items-center font-600 text-paper underline underline-offset-3 coarse:min-h-11';

type Props = { label: string; dismissLabel: string };

/** Shows toasts for `TOAST_MS` each, and longer under the pointer or focus. A page has one list. */
export function ToastList({ label, dismissLabel }: Props) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(() => {
    const onToast = (event: Event) => {
      const toast = (event as CustomEvent<Toast>).detail;
      setToasts((previous) => [...previous, toast].slice(-MAX_VISIBLE));
    };
    window.addEventListener(TOAST_EVENT, onToast);
    return () => window.removeEventListener(TOAST_EVENT, onToast);
  }, []);
  const [isHeld, setIsHeld] = useState(false);
  const dismiss = useCallback((id: number) => {
    setToasts((previous) => previous.filter((toast) => toast.id !== id));
    // React fires neither blur nor pointerleave for an element that it removes
    setIsHeld(false);
  }, []);
  return (
    <section
      aria-label={label}
      className="toasts"
      onPointerEnter={() => setIsHeld(true)}
      onPointerMove={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastBox
          key={toast.id}
          toast={toast}
          isHeld={isHeld}
          dismissLabel={dismissLabel}
          onDismiss={dismiss}
        />
      ))}
    </section>
  );
}

type ToastProps = { toast: Toast; isHeld: boolean; dismissLabel: string; onDismiss: (id: number) => void };

function ToastBox({ toast, isHeld, dismissLabel, onDismiss }: ToastProps) {
  const { id, kind, title, message, action } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onDismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, onDismiss]);
  const isBad = kind === 'destructive';
  if (toast.isSpoken)
    return (
      <p role={isBad ? 'alert' : 'status'} className="sr-only">
        {title} {message}
      </p>
    );
  return (
    <div className="toast-live items-start gap-3 p-3.5" data-bad={isBad || undefined}>
      <span className={`mt-0.5 size-4.5 ${ICON[kind]}`} aria-hidden="true" />
      <div role={isBad ? 'alert' : 'status'} className="min-w-0 flex-1 text-body">
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
