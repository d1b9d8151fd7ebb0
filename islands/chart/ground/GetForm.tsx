import type { ReactNode } from 'react';
import { type PanelRequest, queryOf } from '#components/chart/panel.ts';

/**
 * A control that works before and without scripts: a form that asks for the chart page again, with the panel as
 * it is now and what its submit button adds. With scripts the button's click is taken over.
 */
export function GetForm({
  id,
  request,
  omit,
  children,
  className,
  onSubmit,
}: {
  /** For buttons that stand elsewhere. */
  id?: string;
  request: PanelRequest;
  /** The name the form's own controls send. */
  omit: string;
  children?: ReactNode;
  className?: string;
  onSubmit?: () => void;
}) {
  return (
    <form
      id={id}
      method="get"
      action="/chart"
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

/** No averages or indicators are sent as well: otherwise those stored for the symbol would come back. */
function fieldsOf(request: PanelRequest, omit: string): [string, string][] {
  const fields = queryOf(request);
  if (omit !== 'symbol')
    for (const name of ['sma', 'ind']) if (!fields.some(([known]) => known === name)) fields.push([name, '']);
  return fields.filter(([name]) => name !== omit);
}
