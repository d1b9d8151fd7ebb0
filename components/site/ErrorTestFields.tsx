import { MAX_TEST_MESSAGE, TEST_CODES } from '#core/contract/test-codes.ts';
import { Field, SelectField } from '../ui/Field.tsx';

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

type ErrorTestFieldsProps = { strings: ErrorTestStrings; code: string; message: string };

/** The fields of the error test. The island renders them too, so all texts are props. */
export function ErrorTestFields({ strings, code, message }: ErrorTestFieldsProps) {
  return (
    <>
      <SelectField
        name="code"
        label={strings.codeLabel}
        defaultValue={code || String(TEST_CODES[0])}
        options={TEST_CODES.map((each, index) => [String(each), `${each} ${strings.codes[index]}`])}
      />
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
