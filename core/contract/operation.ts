/** One endpoint as OpenAPI describes it. */
import { z } from 'zod';
import type { Endpoint } from '#framework/endpoint.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { codesByStatus } from './codes.ts';

/** How often a call may be made by one account, by all accounts at one address, by visitors at one address. */
export type LimitRules = { readonly [by: string]: { points: number; seconds: number } };
/** An entry of the table. */
export type ApiEndpoint = Endpoint<RefusalCode>;
type Schema = z.core.$ZodType;
type Json = Record<string, unknown>;

/** A JSON schema, of a request (`input`) or of an answer. */
export function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

type Fields = { properties?: Record<string, Json>; required?: string[] };

function parameters(
  place: 'path' | 'query',
  schema: Schema | undefined,
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as Fields;
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: field,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }));
}

function requestBody({ body, form, example }: Endpoint): Json | undefined {
  if (!body) return undefined;
  const schema = jsonSchema(body, 'input');
  const media = ['application/json', ...(form ? ['application/x-www-form-urlencoded'] : [])];
  return {
    required: true,
    content: Object.fromEntries(
      media.map((type) => [type, { schema, ...(example?.body && { example: example.body }) }]),
    ),
  };
}

const header = (description: string, schema: Json = { type: 'string' }) => ({ description, schema });
const LOCATION = { location: header('Where to.') };

function success(endpoint: Endpoint, links: Json): Record<string, Json> {
  const { answer, media = [], status = 200, headers = {}, tagged, form, repeatable } = endpoint;
  const answerHeaders = {
    ...Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, header(text)])),
    ...(tagged && { etag: header('The version of the answer.') }),
    ...(repeatable && { 'idempotent-replay': header('`true`: this is the first answer, given again.') }),
  };
  const content = {
    ...(answer && { 'application/json': { schema: jsonSchema(answer, 'output') } }),
    ...Object.fromEntries(media.map((type) => [type, {}])),
  };
  return {
    ...(status !== 303 && {
      [status]: {
        description: 'It worked.',
        ...(Object.keys(answerHeaders).length > 0 && { headers: answerHeaders }),
        content,
        ...links,
      },
    }),
    ...(tagged && { 304: { description: 'If-None-Match names the version there is.' } }),
    ...((form || status === 303) && {
      303: {
        description: form ? 'What a form is answered with, whatever became of it.' : 'It leads elsewhere.',
        headers: LOCATION,
      },
    }),
  };
}

/** Refusals by status: one body for all, whose `code` is one of these. */
function refusals(endpoint: ApiEndpoint): Record<string, Json> {
  const entries = codesByStatus(endpoint).map(([status, codes]): [number, Json] => [
    status,
    {
      description: codes.join(', '),
      ...((status === 429 || status === 503) && {
        headers: { 'retry-after': header('Seconds until the next try.', { type: 'integer' }) },
      }),
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Refusal' }],
            properties: { code: { enum: codes } },
          },
        },
      },
    },
  ]);
  return Object.fromEntries(entries);
}

function others({ others: given = {} }: Endpoint): [string, Json][] {
  return Object.entries(given).map(([status, schema]) => [
    status,
    {
      description: 'As asked for.',
      content: { 'application/json': { schema: jsonSchema(schema, 'output') } },
    },
  ]);
}

/** Describes two kinds of answers with one status: either may come. */
function either(one: Json | undefined, other: Json): Json {
  if (!one) return other;
  const schemas = [one, other].map(
    ({ content }) => (content as { 'application/json': { schema: Json } })['application/json'].schema,
  );
  return {
    ...one,
    description: `${one.description}; ${other.description}`,
    content: { 'application/json': { schema: { anyOf: schemas } } },
  };
}

const PERSONS: Record<string, string> = {
  account: 'one account',
  members: 'all accounts at one address',
  visitors: 'visitors at one address',
};

/** How often it may be called, in words. */
export function limitText(rules: LimitRules | undefined): string {
  const parts = Object.entries(rules ?? {}).map(
    ([by, { points, seconds }]) => `${points} in ${seconds} s for ${PERSONS[by]}`,
  );
  return parts.length > 0 ? `At most ${parts.join(', ')}.` : '';
}

/** @param rules of its limit */
export function operation(
  [name, endpoint]: [string, ApiEndpoint],
  subject: string,
  rules: LimitRules | undefined,
): Json {
  const { access, params, query, repeatable, tagged, links = {}, example } = endpoint;
  const description = [access === 'admin' ? 'For admins.' : '', limitText(rules)].filter(Boolean).join(' ');
  const headers = [
    ...(repeatable ? [['idempotency-key', 'One per intent: the call is carried out once with it.']] : []),
    ...(tagged ? [['if-none-match', 'The version the caller has.']] : []),
  ].map(([key, text]) => ({ name: key, in: 'header', description: text, schema: { type: 'string' } }));
  const linked = Object.entries(links).map(([link, { to, how }]) => [
    link,
    { operationId: to, description: how },
  ]);
  const responses: Record<string, Json> = {
    ...success(endpoint, linked.length > 0 ? { links: Object.fromEntries(linked) } : {}),
    ...refusals(endpoint),
  };
  for (const [status, answer] of others(endpoint)) responses[status] = either(responses[status], answer);
  return {
    operationId: name,
    tags: [subject],
    summary: endpoint.summary,
    ...(description && { description }),
    security: access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parameters('path', params, example?.params),
      ...parameters('query', query, example?.query),
      ...headers,
    ],
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses,
  };
}
