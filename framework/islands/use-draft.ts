import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type FieldDraft<E extends Field> = {
  value: string;
  set(value: string): void;
  /** Spread on the field: `<input {...draft.field} />`. */
  field: { ref: RefObject<E | null>; value: string; onChange(event: ChangeEvent<E>): void };
};

/** State of a text field that starts from what is already typed in it, not from what the server drew. */
export function useDraft<E extends Field = HTMLInputElement>(initial: string): FieldDraft<E> {
  const ref = useRef<E>(null);
  const [value, set] = useState(initial);
  useLayoutEffect(() => {
    if (ref.current) set(ref.current.value);
  }, []);
  return { value, set, field: { ref, value, onChange: (event) => set(event.currentTarget.value) } };
}
