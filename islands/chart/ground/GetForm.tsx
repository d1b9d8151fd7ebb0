import type { ReactNode } from 'react';
import { type PanelRequest, queryOf } from '#components/chart/panel.ts';

type GetFormProps = {
  /** For buttons outside the form. */
  id?: string;
  request: PanelRequest;
  /** The field that the form's own controls send. The form adds no hidden field of this name. */
  omit: string;
  children?: ReactNode;
  className?: string;
  onSubmit?: () => void;
};

/**
 * A form that works without scripts: it requests its own page with the panel's current state and the value of its
 * submit button. With scripts the button's click handler replaces the request.
 */
export function GetForm({ id, request, omit, children, className, onSubmit }: GetFormProps) {
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
 * Returns the fields of a request. Empty lists of averages and indicators are sent too, because the server replaces a
 * missing list by the stored one. A change of ticker leaves empty lists out, so that the stored lists of the new ticker
 * apply.
 */
function fieldsOf(request: PanelRequest, omit: string): [string, string][] {
  const fields = queryOf(request);
  if (omit !== 'symbol')
    for (const name of ['sma', 'ind'])
      if (!fields.some(([fieldName]) => fieldName === name)) fields.push([name, '']);
  return fields.filter(([name]) => name !== omit);
}
