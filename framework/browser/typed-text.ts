/** Stores the typed values of a page while its reader signs in again. */

const STORED = 'typed';
/** Fields whose names match are never stored. */
const SECRET = /password|token|secret|code/i;

export type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** `isChecked`: null unless the field is a checkbox or radio button. */
type TypedField = { action: string | null; name: string; value: string; isChecked: boolean | null };

const isChoice = (field: Node): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

/** Stores the values and ticks of the `edited` fields, except empty and secret ones, for `restoreTyped` at `path`. */
export function keepTyped(edited: Iterable<TextControl>, path: string): void {
  const fields = [...edited]
    .filter(({ form, name, type, value, isConnected }) => {
      const isText = form && name && value && type !== 'password' && !SECRET.test(name);
      return isConnected && isText;
    })
    .map((field): TypedField => {
      const { form, name, value } = field;
      return {
        action: form!.getAttribute('action'),
        name,
        value,
        isChecked: isChoice(field) ? field.checked : null,
      };
    });
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
    for (const field of fields) put(field);
  } catch {
    // the browser has no storage
  }
}

/** Sets a field and fires the events of typing or of a press, so that an awake form notices the change. */
function put({ action, name, value, isChecked }: TypedField): void {
  for (const form of document.forms) {
    const named = form.getAttribute('action') === action && form.elements.namedItem(name);
    if (!named) continue;
    const fields = named instanceof RadioNodeList ? [...named] : [named];
    if (isChecked !== null) {
      const choice = fields.filter(isChoice).find((field) => field.value === value);
      if (choice && choice.checked !== isChecked) choice.click();
    } else if (fields.length === 1) type(fields[0] as TextControl, value);
    return;
  }
}

function type(field: TextControl, value: string): void {
  // the prototype's setter, because React overrides the element's own
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  field.closest('details')?.setAttribute('open', '');
}
