/** Checks documents against the HTML standard, and the references between their parts: ids, labels, anchors. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // React writes boolean attributes with a value
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      // the policy allows the site's own files only, so they need no hashes
      'require-sri': 'off',
    },
  }),
);

/** Returns one line for each fault: rule, element, message. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  const findings = report.results.flatMap(({ messages }) => messages);
  const excerpt = (offset: number) => html.slice(offset, offset + 90).replace(/\s+/g, ' ');
  return [
    ...new Set(findings.map(({ ruleId, message, offset }) => `${ruleId}: ${message} ${excerpt(offset - 1)}`)),
  ];
}
