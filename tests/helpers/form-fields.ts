/** The fields that the forms of a page send, against those that their calls have. */
import type { ApiEndpoint } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { FORM_FIELDS } from '#core/contract/fields.ts';
import { createFieldCheck } from '#framework/unknown-fields.ts';

const CALLS = Object.values<ApiEndpoint>(endpoints).map((endpoint) => ({
  ...endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Returns the call that a form is sent to: of the matching paths the one with the fewest parameters. */
function callOf(address: string): ApiEndpoint | undefined {
  const [path = ''] = address.split('?');
  return CALLS.filter(({ method, pattern }) => method === 'POST' && pattern.test(path)).sort(
    (a, b) => a.path.split(':').length - b.path.split(':').length,
  )[0];
}

type Form = { to: Set<string>; names: Set<string> };

/** Returns the forms of a page that are posted, with the names of their fields. */
async function formsIn(html: string): Promise<Form[]> {
  const forms: Form[] = [];
  const named = new Map<string, Form>();
  const elsewhere: { form: string; name: string | null; to: string | null }[] = [];
  let current: Form | null = null;
  const rewriter = new HTMLRewriter()
    .on('form', {
      element(element) {
        const to = element.getAttribute('action') ?? '';
        const form: Form = { to: new Set([to]), names: new Set() };
        const id = element.getAttribute('id');
        if (id) named.set(id, form);
        if (element.getAttribute('method')?.toLowerCase() === 'post') forms.push(form);
        current = form;
        element.onEndTag(() => {
          current = null;
        });
      },
    })
    .on('input, select, textarea, button', {
      element(element) {
        const [form, name, to] = ['form', 'name', 'formaction'].map((key) => element.getAttribute(key));
        if (form) elsewhere.push({ form, name: name ?? null, to: to ?? null });
        else {
          if (name) current?.names.add(name);
          if (to) current?.to.add(to);
        }
      },
    });
  await rewriter.transform(new Response(html)).text();
  for (const { form, name, to } of elsewhere) {
    if (name) named.get(form)?.names.add(name);
    if (to) named.get(form)?.to.add(to);
  }
  return forms;
}

/** Returns one line for each form that sends fields its call does not accept. */
export async function strayFields(html: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { to, names } of await formsIn(html)) {
    for (const address of to) {
      const endpoint = callOf(address);
      if (!endpoint?.form) {
        faults.push(`${address}: no call takes the form`);
        continue;
      }
      try {
        createFieldCheck(
          endpoint.formBody ?? endpoint.body,
          FORM_FIELDS,
        )(Object.fromEntries([...names].map((name) => [name, ''])));
      } catch (error) {
        faults.push(
          `${address}: ${(error as { issues: { path: string }[] }).issues.map(({ path }) => path)}`,
        );
      }
    }
  }
  return faults;
}
