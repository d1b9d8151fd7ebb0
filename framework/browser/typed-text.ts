/** Stores the typed values of a page while its reader signs in again. */

const STORED = 'typed';
/** Fields whose names match are never stored. */
const SECRET = /password|token|secret|code/i;

export type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** The form's `action`, the field's name and the field's value. */
type TypedField = readonly [action: string | null, name: string, value: string];

/** Stores the values of the `edited` fields, except empty and secret ones, for `restoreTyped` at `path`. */
export function keepTyped(edited: Iterable<TextControl>, path: string): void {
  const fields = [...edited]
    .filter(({ form, name, type, value, isConnected }) => {
      const isText = form && name && value && type !== 'password' && !SECRET.test(name);
      return isConnected && isText;
    })
    .map((field): TypedField => [field.form!.getAttribute('action'), field.name, field.value]);
  try {
    if (fields.length > 0) sessionStorage.setItem(STORED, JSON.stringify({ path, fields }));
  } catch {
    // the browser has no storage
  }
}

/** Restores the stored values of this page once. */
export function restoreTyped(): void {
  try {
    const { path, fields } = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as {
      path?: string;
      fields: TypedField[];
    };
    // the address that was requested, because a script may have changed the present one
    const [{ name }] = performance.getEntriesByType('navigation') as [PerformanceEntry];
    if (path === undefined || new URL(name).href !== new URL(path, location.href).href) return;
    sessionStorage.removeItem(STORED);
    for (const [action, name, value] of fields) put(action, name, value);
  } catch {
    // the browser has no storage
  }
}

/** Sets a field's value and fires the events of typing, so that an awake form notices it. */
function put(action: string | null, name: string, value: string): void {
  for (const form of document.forms) {
    const field = form.getAttribute('action') === action && form.elements.namedItem(name);
    if (!field) continue;
    if (field instanceof RadioNodeList) {
      const radios = [...field] as HTMLInputElement[];
      radios.find((radio) => radio.value === value && !radio.checked)?.click();
    } else {
      // the prototype's setter, because React overrides the element's own
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      field.closest('details')?.setAttribute('open', '');
    }
    return;
  }
}
