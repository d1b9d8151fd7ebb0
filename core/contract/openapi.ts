/** The table of endpoints as an OpenAPI 3.1 document. */
import { SUBJECTS } from './endpoints.ts';
import { type ApiEndpoint, jsonSchema, type LimitRules, operation } from './operation.ts';
import { RefusalBody } from './schemas/error.ts';

const ABOUT =
  'What the pages of Paperpit call, for programs too. Amounts are exact decimal text, times are ISO 8601 in UTC. ' +
  "Sentences come in the reader's language; programs go by `code`. A form without scripts may post wherever JSON " +
  'may, and is led to a page.';

/** @param limits rules by the limits that endpoints name */
export function openapiDocument(limits: Readonly<Record<string, LimitRules>>) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [subject, table] of Object.entries<Record<string, ApiEndpoint>>(SUBJECTS)) {
    for (const [name, endpoint] of Object.entries(table)) {
      const { method, path, limit } = endpoint;
      const at = path.replace(/:(\w+)/g, '{$1}');
      paths[at] ??= {};
      paths[at][method.toLowerCase()] = operation([name, endpoint], subject, limit && limits[limit]);
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
