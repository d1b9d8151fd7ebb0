/** Holds what tests send and are answered to the description of the calls (core/contract/openapi.ts). */
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

// that the description is one of OpenAPI's is openapi.test.ts's to say
const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'site', components });
const compiled = new Map<object, ValidateFunction>();

/** Schemas are compiled when they are first needed. @returns what is wrong, or null */
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
/** What is answered before a call is looked for, or when there is none. */
const NO_CALL = new Set([400, 403, 404, 405, 413, 415, 421]);

export type Exchange = {
  method: string;
  path: string;
  /** As it was sent, if it was JSON. */
  body: string | null;
  status: number;
  /** Parsed; undefined when the answer is no JSON. */
  json: unknown;
};

/** @throws when an answer of /api, or a request that was taken, is not as it is described */
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
