/** Converts the contract into rows for the API page: a row for each field, with its schema in words. */
import { type ApiEndpoint, codesByStatus } from '#core/contract/endpoint.ts';
import { SUBJECTS } from '#core/contract/endpoints.ts';
import { jsonSchema, type LimitRules, limitText } from '#core/contract/openapi.ts';
import type { RefusalCode } from '#core/refusals/refusals.ts';

export type ReferenceField = {
  /** `fills[].price`; empty for a response that is not an object. */
  name: string;
  type: string;
  isRequired: boolean;
  note: string;
};
export type Entry = Pick<ApiEndpoint, 'method' | 'path' | 'access' | 'summary' | 'form' | 'repeatable'> & {
  name: string;
  limit: string;
  takes: ReferenceField[];
  answers: ReferenceField[];
  media: readonly string[];
  refusals: [status: number, codes: RefusalCode[]][];
  /** A curl command. */
  example: string;
};
export type Subject = keyof typeof SUBJECTS;
export type ApiReference = { subject: Subject; entries: Entry[] }[];

type Json = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
};

function typeOf(schema: Json): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.items) return `${typeOf(schema.items)}[]`;
  return schema.format ?? [schema.type ?? 'any'].flat().join(' | ');
}

/**
 * Finds the object schema inside a schema: the schema itself, the items of a list, or the merged objects of a union.
 * @param path the path of the schema
 * @returns the object schema and the prefix of its fields' paths; null without an object
 */
function objectIn(schema: Json, path: string): [Json, string] | null {
  if (schema.properties) return [schema, path && `${path}.`];
  if (schema.items) return objectIn(schema.items, `${path}[]`);
  const objects = schema.anyOf?.filter(({ properties }) => properties) ?? [];
  if (objects.length === 0) return null;
  const required = objects[0]!.required?.filter((name) =>
    objects.every((each) => each.required?.includes(name)),
  );
  return objectIn(
    { properties: Object.assign({}, ...objects.map((each) => each.properties)), required },
    path,
  );
}

function fieldsOf(schema: Json, path = ''): ReferenceField[] {
  const object = objectIn(schema, path);
  if (!object) return path === '' ? [{ name: '', type: typeOf(schema), isRequired: true, note: '' }] : [];
  const [{ properties = {}, required = [] }, prefix] = object;
  return Object.entries(properties).flatMap(([name, field]) => [
    {
      name: prefix + name,
      type: typeOf(field),
      isRequired: required.includes(name),
      note: field.description ?? '',
    },
    ...fieldsOf(field, prefix + name),
  ]);
}

function exampleOf({ method, path, access, example = {} }: ApiEndpoint, origin: string): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => example.params?.[name] ?? name);
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  return [
    'curl',
    ...(access === 'public' ? [] : ['--cookie jar']),
    ...(path === '/api/login' || path === '/api/register' ? ['--cookie-jar jar'] : []),
    ...(method === 'GET' || example.body ? [] : [`--request ${method}`]),
    ...(example.body ? [`--json '${JSON.stringify(example.body)}'`] : []),
    `'${origin}${filled}${query}'`,
  ].join(' ');
}

/**
 * Returns every endpoint, grouped by subject.
 * @param limits the rules of each limit that endpoints name
 * @param origin the site's origin, for the examples
 */
export function referenceOf(limits: Readonly<Record<string, LimitRules>>, origin: string): ApiReference {
  return Object.entries<Record<string, ApiEndpoint>>(SUBJECTS).map(([subject, table]) => ({
    subject: subject as Subject,
    entries: Object.entries(table).map(([name, endpoint]) => {
      const { params, query, body, answer, limit, media = [] } = endpoint;
      return {
        ...endpoint,
        name,
        media,
        limit: limitText(limit && limits[limit]),
        takes: [params, query, body].flatMap((schema) =>
          schema ? fieldsOf(jsonSchema(schema, 'input')) : [],
        ),
        answers: answer ? fieldsOf(jsonSchema(answer, 'output')) : [],
        refusals: codesByStatus(endpoint),
        example: exampleOf(endpoint, origin),
      };
    }),
  }));
}
