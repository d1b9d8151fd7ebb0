/** The table of endpoints as an OpenAPI 3.1 document. */

import { z } from 'zod';
import type { Endpoint } from '#framework/endpoint.ts';
import { REFUSALS, type RefusalCode } from '../refusals/refusals.ts';
import { type ApiEndpoint, codesByStatus } from './endpoint.ts';
import { SUBJECTS } from './endpoints.ts';
import { decimalText, dollars, instant } from './fields.ts';
import { WireOrder } from './orders.ts';

const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]];

/** The values that the text of a refusal names; amounts are decimal strings. */
const Params = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** The body of a refusal. `error` and `message` have the same sentence, because clients read either. */
export const RefusalBody = z.object({
  error: z.string().describe("A sentence in the reader's language"),
  message: z.string().describe('The same sentence'),
  code: z.enum(CODES),
  reason: z.string().optional().describe('Which of the refusals of its code it is, where there are several'),
  params: Params.optional().describe('The values its sentence names, unformatted'),
  issues: z
    .array(z.object({ path: z.string(), code: z.string(), params: Params.optional(), message: z.string() }))
    .optional()
    .describe('What is wrong, field by field'),
  price: z
    .number()
    .optional()
    .describe('The new price (PRICE_MOVED, PRICE_CROSSED), or TKF (NOT_ENOUGH_TKF)'),
  tkf: z.int().optional().describe('TKF there is (NOT_ENOUGH_TKF)'),
  maxQuantity: decimalText.optional().describe('The largest quantity that would be filled'),
  maxShare: z.number().nullable().optional().describe('Percent of the start cash (SHARE_LIMIT)'),
  maxVolume: z.number().optional().describe('Percent of the day’s volume (VOLUME_LIMIT)'),
  minPrice: dollars.optional().describe('The lowest price shares may have (PRICE_TOO_LOW)'),
  cash: dollars.optional().describe('Cash there is (NOT_ENOUGH_CASH)'),
  position: z
    .object({ type: z.enum(['long', 'short']), quantity: decimalText })
    .optional()
    .describe('The other side that is held (POSITION_CONFLICT)'),
  canReverse: z.boolean().optional().describe('The order would be filled with `reverse`'),
  opensAt: instant.nullable().optional().describe('When the market opens (MARKET_CLOSED)'),
  stopPrice: decimalText.optional().describe('The stop that is reached already (PRICE_CROSSED)'),
  base: decimalText.optional().describe('What target and stop are measured from (BRACKET_PRICES)'),
  limit: z
    .int()
    .optional()
    .describe('The most working orders there may be (TOO_MANY_ORDERS), or the most a day (DAY_FULL)'),
  available: dollars.optional().describe('Cash that no working order reserves (NOT_ENOUGH_CASH)'),
  held: dollars.optional().describe('Cash that working orders reserve (NOT_ENOUGH_CASH)'),
  orders: z.int().optional().describe('How many orders reserve it (NOT_ENOUGH_CASH)'),
  answer: z
    .object({ id: z.int(), text: z.string() })
    .optional()
    .describe('The newest answer to the message (ANSWERED)'),
  order: WireOrder.optional().describe('As it is now (ORDER_FINAL)'),
  trouble: z.string().optional().describe('Why the source of prices has none (UNAVAILABLE)'),
});
export type RefusalBody = z.output<typeof RefusalBody>;

/**
 * Rate limits by the requests that count together: those of one account, of all accounts at a network address, or of
 * all visitors at a network address.
 */
export type LimitRules = { readonly [by: string]: { points: number; seconds: number } };
type Schema = z.core.$ZodType;
type Json = Record<string, unknown>;

/** Returns the JSON schema of a request (`input`) or an answer. */
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

/** Returns the JSON schema of a request's body. @param isExact true when the server refuses unknown fields */
function bodySchema(schema: Schema, isExact = false): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema: part }) {
      if (part.properties && isExact) part.additionalProperties ??= false;
    },
  });
  return json;
}

function requestBody({ isExact, body, formBody = body, form, example }: Endpoint): Json | undefined {
  if (!body || !formBody) return undefined;
  const media: [string, Schema][] = [
    ['application/json', body],
    ...(form ? [['application/x-www-form-urlencoded', formBody] as [string, Schema]] : []),
  ];
  return {
    required: true,
    content: Object.fromEntries(
      media.map(([type, schema]) => [
        type,
        { schema: bodySchema(schema, isExact), ...(example?.body && { example: example.body }) },
      ]),
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

function otherAnswers({ others = {} }: Endpoint): [string, Json][] {
  return Object.entries(others).map(([status, schema]) => [
    status,
    {
      description: 'As asked for.',
      content: { 'application/json': { schema: jsonSchema(schema, 'output') } },
    },
  ]);
}

/** Merges the descriptions of two responses with the same status. */
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

export function limitText(rules: LimitRules | undefined): string {
  const parts = Object.entries(rules ?? {}).map(
    ([by, { points, seconds }]) => `${points} in ${seconds} s for ${PERSONS[by]}`,
  );
  return parts.length > 0 ? `At most ${parts.join(', ')}.` : '';
}

const FOR = {
  public: '',
  guest: 'For guests too.',
  member: '',
  staff: 'For admins and moderators.',
  admin: 'For admins.',
} as const;

function operation(
  [name, endpoint]: [string, ApiEndpoint],
  subject: string,
  rules: LimitRules | undefined,
): Json {
  const { access, params, query, repeatable, tagged, links = {}, example } = endpoint;
  const description = [FOR[access], limitText(rules)].filter(Boolean).join(' ');
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
  for (const [status, answer] of otherAnswers(endpoint))
    responses[status] = either(responses[status], answer);
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

const ABOUT =
  'What the pages of Paperpit call, for programs too. Amounts are exact decimal text, times are ISO 8601 in UTC. ' +
  "Sentences come in the reader's language; programs go by `code`. A form without scripts may post wherever JSON " +
  'may, and is led to a page. A call about orders refuses a field that it does not have.';

/** Returns the OpenAPI document. @param limits rate limits by the names in `limit` of the endpoints */
export function openapiDocument(limits: Readonly<Record<string, LimitRules>>) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [subject, table] of Object.entries<Record<string, ApiEndpoint>>(SUBJECTS)) {
    for (const [name, endpoint] of Object.entries(table)) {
      const { method, path, limit } = endpoint;
      const template = path.replace(/:(\w+)/g, '{$1}');
      paths[template] ??= {};
      paths[template][method.toLowerCase()] = operation([name, endpoint], subject, limit && limits[limit]);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Paperpit', version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    tags: Object.keys(SUBJECTS).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: 'Set by login and register; `__Host-sid` over https.',
        },
      },
      schemas: { Refusal: jsonSchema(RefusalBody, 'output') },
    },
  };
}
