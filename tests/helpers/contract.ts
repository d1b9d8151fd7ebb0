/** Checks the tests' requests and responses against the description of the calls (core/contract/openapi.ts). */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapiDocument } from '#core/contract/openapi.ts';

type Content = Record<string, { schema?: object }>;
type Operation = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> };

const { paths, components } = openapiDocument({});
const operations = Object.entries(paths as Record<string, Record<string, Operation>>).map(
  ([path, methods]) => ({
    matches: new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    methods,
  }),
);

// not validated here: openapi.test.ts checks that the description is valid OpenAPI
const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'site', components });
const compiled = new Map<object, ValidateFunction>();

/** Validates a value; compiles a schema on first use. @returns the faults, or null */
function faults(schema: object, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) {
    const located = JSON.stringify(schema).replaceAll('#/components/', 'site#/components/');
    validate = ajv.compile(JSON.parse(located));
    compiled.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

const JSON_TYPE = 'application/json';
/** Statuses that a request may get when it matches no call. */
const NO_CALL = new Set([400, 403, 404, 405, 413, 415, 421]);

export type Exchange = {
  method: string;
  path: string;
  /** As sent; null unless it was JSON. */
  body: string | null;
  status: number;
  /** Parsed; undefined unless the response is JSON. */
  json: unknown;
};

/** @throws when a response of /api, or an accepted request, differs from its description */
export function checkExchange(exchange: Exchange): void {
  const { method, path, status } = exchange;
  if (!path.startsWith('/api/') || method === 'OPTIONS') return;
  const wrong = difference(exchange);
  if (wrong) throw new Error(`${method} ${path} (${status}) is not as it is described: ${wrong}`);
}

function difference({ method, path, body, status, json }: Exchange): string | null {
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const operation = operations.find(({ matches, methods }) => matches.test(path) && methods[verb])?.methods[
    verb
  ];
  if (!operation) return NO_CALL.has(status) ? null : 'there is no such call';
  const answer = operation.responses[status];
  if (!answer) return 'it has no such status';
  const { content = {} } = answer;
  const schema = content[JSON_TYPE]?.schema;
  if (json !== undefined && !schema) return 'it has no JSON';
  if (json === undefined && schema && method !== 'HEAD') return 'it has JSON';
  const fault = schema && json !== undefined ? faults(schema, json) : null;
  const taken = operation.requestBody?.content[JSON_TYPE]?.schema;
  if (fault || status >= 300 || body === null || !taken) return fault;
  const sent = faults(taken, JSON.parse(body));
  return sent && `the request: ${sent}`;
}
