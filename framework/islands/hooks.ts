/** React hooks for islands. */
import {
  type ChangeEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

const never = () => () => {};

/** Returns false on the server and while hydrating, true afterwards: for text that only the browser knows. */
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
  /** Props to spread on the field: `<input {...draft.field} />`. */
  field: { ref: RefObject<E | null>; value: string; onChange(event: ChangeEvent<E>): void };
};

/** Returns the state of a text field. It starts with the text that was typed before the island woke. */
export function useDraft<E extends Field = HTMLInputElement>(initial: string): FieldDraft<E> {
  const ref = useRef<E>(null);
  const [value, set] = useState(initial);
  useLayoutEffect(() => {
    if (ref.current) set(ref.current.value);
  }, []);
  return { value, set, field: { ref, value, onChange: (event) => set(event.currentTarget.value) } };
}
