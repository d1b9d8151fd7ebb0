import { useId } from 'react';
import { island } from '#framework/islands/island.tsx';

function Field({ label }: { label: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} />
    </div>
  );
}

function Ids({ label }: { label: string }) {
  return (
    <div>
      <Field label={`${label} one`} />
      <Field label={`${label} two`} />
    </div>
  );
}

export default island('Ids', 'load', Ids);
