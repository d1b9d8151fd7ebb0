import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#components/ui/Icon.tsx';

type MenuProps = {
  place?: string;
  className: string;
  label: string;
  summary: ReactNode;
  /** @param opened true from the first opening on, so that the contents may be fetched */
  children(close: () => void, opened: boolean): ReactNode;
  align?: 'start' | 'end';
  /** True for a menu without the chevron. */
  bare?: boolean;
};

/** A drop-down menu that opens without scripts. With scripts Esc and a press outside close it. */
export function Menu({
  place = '',
  className,
  label,
  summary,
  children,
  align = 'start',
  bare = false,
}: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  const close = () => {
    if (details.current) details.current.open = false;
  };
  // the reader may have opened the menu before hydration
  useEffect(() => setOpened(details.current?.open ?? false), []);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && details.current?.contains(event.target)) return;
      if (details.current) details.current.open = false;
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
      event.stopPropagation();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape, true);
    };
  }, []);
  return (
    <details ref={details} data-overlay onToggle={() => setOpened(true)} className={`relative ${place}`}>
      <summary className={`${className} cursor-pointer list-none`} title={label}>
        <span className="sr-only">{label} </span>
        {summary}
        {!bare && <Icon name="chevron-down" size="size-4" className="text-paper-3" />}
      </summary>
      <div
        className={`absolute top-full z-20 mt-1.5 min-w-44 p-1 popover ${align === 'end' ? 'end-0' : 'start-0'}`}
      >
        {children(close, opened)}
      </div>
    </details>
  );
}

/** Renders an icon as an inline path. An icon by class name would add a rule to the style sheet of every page. */
export const Glyph = ({ d, className = '' }: { d: string; className?: string }) => (
  <svg className={`icon size-4 ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

export const CheckSign = () => <Glyph d="M20 6L9 17l-5-5" className="ms-auto" />;
