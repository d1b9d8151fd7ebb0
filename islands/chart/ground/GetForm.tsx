import type { ReactNode } from 'react';
import { type PanelRequest, queryOf } from '#components/chart/panel.ts';

/**
 * A form that works without scripts: it requests its own page with the panel's current state and the value of its submit button. With
 * scripts the button's click handler replaces the request.
 */
export function GetForm({
  id,
  request,
  omit,
  children,
  className,
  onSubmit,
}: {
  /** For buttons outside the form. */
  id?: string;
  request: PanelRequest;
  /** The name that the form's own controls send. */
  omit: string;
  children?: ReactNode;
  className?: string;
  onSubmit?: () => void;
}) {
  return (
    <form
      id={id}
      method="get"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      {fieldsOf(request, omit).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/**
 * Returns the fields of a request. Empty lists of averages and indicators are sent too, or the server would use the
 * stored ones; a change of ticker omits them, because it should use those of its ticker.
 */
function fieldsOf(request: PanelRequest, omit: string): [string, string][] {
  const fields = queryOf(request);
  if (omit !== 'symbol')
    for (const name of ['sma', 'ind'])
      if (!fields.some(([fieldName]) => fieldName === name)) fields.push([name, '']);
  return fields.filter(([name]) => name !== omit);
}
