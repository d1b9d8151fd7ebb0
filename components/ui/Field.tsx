import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';

type Described = {
  name: string;
  label: ReactNode;
  /** Id of the control; its `name` if absent. */
  id?: string;
  /** Why the value was refused, shown below the control. */
  issue?: string;
  /** A rule, shown below the control. */
  hint?: ReactNode;
  /** Classes of the field, for its position. */
  place?: string;
};
type Props = Described & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Described>;

/** Splits the properties of a field into those of its frame and those of its control. */
function partsOf<P extends Described>({ name, id = name, label, issue, hint, place, ...control }: P) {
  const described = [hint && `hint-${id}`, issue && `issue-${id}`].filter(Boolean).join(' ');
  const state = { 'aria-invalid': issue ? true : undefined, 'aria-describedby': described || undefined };
  return { frame: { id, label, issue, hint, place }, control: { ...control, name, id, ...state } };
}

type FrameProps = Omit<Described, 'name' | 'id'> & { id: string; children: ReactNode };

function Labelled({ id, label, issue, hint, place, children }: FrameProps) {
  return (
    <div className={place}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`hint-${id}`} className="mt-1 text-caption text-paper-3">
          {hint}
        </p>
      )}
      {issue && <FieldIssue id={`issue-${id}`}>{issue}</FieldIssue>}
    </div>
  );
}

/** Returns the properties of each field of a form: its name, the typed value, and why that was refused. */
export const fieldOf =
  <Name extends string>({ prefix = '', values, issues = {} }: FormState<Name>) =>
  (name: Name) => ({ id: prefix + name, name, defaultValue: values[name], issue: issues[name] });

type FormState<Name extends string> = {
  /** A prefix for the ids of the fields, on a page with two such forms. */
  prefix?: string;
  values: Readonly<Partial<Record<Name, string>>>;
  issues?: Readonly<Partial<Record<string, string>>>;
};

export function Field(props: Props) {
  const { frame, control } = partsOf(props);
  return (
    <Labelled {...frame}>
      <input
        {...control}
        // a value that is written from left to right starts at the form's start edge, in Hebrew at the right
        className={props.dir === 'ltr' ? 'input w-full rtl:text-end' : 'input w-full'}
      />
    </Labelled>
  );
}

type TextProps = Described &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof Described> & { height?: string };

/** A labelled text area. @param height a class for its minimum height */
export function TextField({ height = '', ...props }: TextProps) {
  const { frame, control } = partsOf(props);
  return (
    <Labelled {...frame}>
      <textarea {...control} className={`input w-full py-2 ${height}`} />
    </Labelled>
  );
}

type SelectProps = Described &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof Described> & {
    options: readonly (readonly [value: string, text: ReactNode, dir?: 'auto'])[];
  };

/** A labelled select. An option is a value, its text, and the direction 'auto' when a person wrote the text. */
export function SelectField({ options, ...props }: SelectProps) {
  const { frame, control } = partsOf(props);
  return (
    <Labelled {...frame}>
      <select {...control} className="input w-full">
        {options.map(([value, text, dir]) => (
          <option key={value} value={value} dir={dir}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A required field for a username or another name, without capitalisation and spelling corrections by the browser. */
export function NameField({ maxLength = 64, ...props }: Props) {
  return <Field {...props} autoCapitalize="none" spellCheck={false} maxLength={maxLength} required />;
}

export function FieldIssue({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1 flex items-center gap-2 text-size-small text-loss">
      <Icon name="circle-alert" />
      <bdi>{children}</bdi>
    </p>
  );
}
