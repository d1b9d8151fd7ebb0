/** Refuses fields that a call does not have: a misspelt optional field would otherwise change what the call does. */
import { z } from 'zod';
import { httpFailure } from './failure.ts';

type Schema = z.core.$ZodType;
/** The part of a JSON schema that names fields. */
type Shape = {
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
};

/** How many unknown fields a refusal names at most, and how many characters of each. */
const MOST_NAMED = 8;
const MOST_CHARACTERS = 60;

const alternatives = (shape: Shape): Shape[] => shape.anyOf?.flatMap(alternatives) ?? [shape];

/** Returns the paths of the fields of `value` that no alternative of `shapes` has. */
function unknownIn(value: unknown, shapes: readonly Shape[], path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const choices = shapes.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = choices.flatMap((choice) => choice.items ?? []);
    return items.length === 0 ? [] : value.flatMap((item) => unknownIn(item, items, path));
  }
  const objects = choices.filter(({ properties }) => properties);
  const isOpen = objects.length === 0 || objects.some(({ additionalProperties }) => additionalProperties);
  if (isOpen) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldShapes = objects.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? properties[name]! : [],
    );
    const fieldPath = path + name;
    return fieldShapes.length === 0 ? [fieldPath] : unknownIn(field, fieldShapes, `${fieldPath}.`);
  });
}

/**
 * Returns a check of a request's body against the fields of a schema, which throws INVALID with an issue `unknownField`
 * for each unknown field, also in objects and lists. A body that is no object is left to the schema.
 * @param schema of the body; undefined for a call without one
 * @param others names of further fields
 */
export function createFieldCheck(schema: Schema | undefined, others: readonly string[] = []) {
  let shape: Shape | undefined;
  return (body: unknown): void => {
    if (typeof body !== 'object' || body === null) return;
    shape ??= schema ? (z.toJSONSchema(schema, { io: 'input' }) as Shape) : { properties: {} };
    const names = unknownIn(body, [shape], '')
      .filter((name) => !others.includes(name))
      .slice(0, MOST_NAMED)
      .map((name) => name.slice(0, MOST_CHARACTERS));
    if (names.length === 0) return;
    const issues = names.map((path) => ({ path, code: 'unknownField', params: { names } }));
    throw httpFailure('INVALID', { issues });
  };
}
