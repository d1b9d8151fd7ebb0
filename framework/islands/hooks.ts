import {
  type ChangeEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

const never = () => () => {};

/** False on the server and while hydrating, true afterwards: for text only the browser can know (its zone). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type FieldDraft<E extends Field> = {
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
