export type HiddenValues = Readonly<Record<string, string | number | false | null | undefined>>;

/** The hidden fields of a form. A field whose value is false, null or undefined is left out. */
export function HiddenFields({ fields }: { fields: HiddenValues }) {
  return Object.entries(fields).map(
    ([name, value]) =>
      value != null && value !== false && <input key={name} type="hidden" name={name} value={value} />,
  );
}
