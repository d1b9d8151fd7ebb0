/** Whether a document keeps to the HTML standard, and to what its own parts name: ids, labels, anchors. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // attributes that may stand without a value are written the way React writes them
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      // our own files, under a policy that lets in no others
      'require-sri': 'off',
    },
  }),
);

/** One line for each fault: rule, element, message. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  const findings = report.results.flatMap(({ messages }) => messages);
  const excerpt = (offset: number) => html.slice(offset, offset + 90).replace(/\s+/g, ' ');
  return [
    ...new Set(findings.map(({ ruleId, message, offset }) => `${ruleId}: ${message} ${excerpt(offset - 1)}`)),
  ];
}
