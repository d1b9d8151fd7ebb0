import { MAX_TEST_MESSAGE, TEST_CODES } from '#core/contract/test-codes.ts';
import { Field } from '../ui/Field.tsx';

export type ErrorTestStrings = {
  codeLabel: string;
  /** In the order of TEST_CODES. */
  codes: readonly string[];
  message: string;
  run: string;
  running: string;
  received: string;
  unknown: string;
  caught: string;
  doneTitle: string;
  done: string;
};

/** The island renders them too, so all texts are props. */
export function ErrorTestFields({
  strings,
  code,
  message,
}: {
  strings: ErrorTestStrings;
  code: string;
  message: string;
}) {
  return (
    <>
      <div>
        <label className="label" htmlFor="code">
          {strings.codeLabel}
        </label>
        <select id="code" name="code" className="input w-full" defaultValue={code || String(TEST_CODES[0])}>
          {TEST_CODES.map((each, index) => (
            <option key={each} value={each}>
              {each} {strings.codes[index]}
            </option>
          ))}
        </select>
      </div>
      <Field
        name="message"
        label={strings.message}
        maxLength={MAX_TEST_MESSAGE}
        autoComplete="off"
        defaultValue={message}
      />
    </>
  );
}
