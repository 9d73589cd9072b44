// Creates the shortest valid value of a schema from its own definition (zod, through its public `def`): required fields only, each with the
// first usual value that its schema accepts. Rules that a schema cannot express (that an id exists, that two fields agree) are written in
// the tests that need them.
import type { Row } from '@lookout/contract';

type Schema = NonNullable<Row['input']>;

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly getter?: () => Schema;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** Values by field name, tried before the general texts and numbers. */
const BY_NAME: readonly (readonly [name: RegExp, values: readonly unknown[]])[] = [
  [/^(longitude|lng)$/i, [103.59]],
  [/^(latitude|lat)$/i, [31.48]],
  [/(begin|start).*time$/i, ['2036-11-21 08:00:00']],
  [/(end|to).*time$/i, ['2036-11-21 09:00:00']],
];
const TEXTS: readonly string[] = [
  '测试',
  '00000000-0000-4000-8000-000000000000',
  '513221',
  '2026-11-21 08:00:00',
  '2026-11-21',
  '08:00',
  '13800000000',
  'https://portal.example/',
  '1',
  'A'.repeat(24),
  'A'.repeat(87),
  '0'.repeat(64),
];
const NUMBERS: readonly number[] = [1, 0, 10, 30, 100, 1_000, 2_026];

/** `jitless` avoids compiling a parser for each part of a schema, which would be used only once. */
const takes = (schema: Schema, value: unknown): boolean => schema.safeParse(value, { jitless: true }).success;

/** @throws Error when none of the usual values is valid @param name name of the field that the value is for */
export function sampleOf(schema: Schema, name = ''): unknown {
  for (const value of valuesOf(schema, name)) if (takes(schema, value)) return value;
  throw new Error(`no usual value is valid for ${name === '' ? 'the whole' : name}: write it by hand`);
}

function* valuesOf(schema: Schema, name: string): Generator<unknown> {
  const def = definitionOf(schema);
  for (const [pattern, values] of BY_NAME) if (pattern.test(name)) yield* values;
  switch (def.type) {
    case 'object':
      yield Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([key, inner]) => (takes(inner, undefined) ? [] : [[key, sampleOf(inner, key)]])),
      );
      return;
    case 'array': {
      yield [];
      const element = sampleOf(def.element as Schema, name);
      for (const length of [1, 2, 3]) yield Array.from({ length }, () => element);
      return;
    }
    case 'tuple':
      yield (def.items ?? []).map((item) => sampleOf(item, name));
      return;
    case 'nullable':
      yield null;
      return;
    case 'optional':
    case 'default':
    case 'prefault':
      yield undefined;
      return;
    case 'pipe':
      // z.preprocess is a transform before the schema that matters; a .transform or .pipe follows it.
      yield* valuesOf((def.in && definitionOf(def.in).type === 'transform' ? def.out : def.in) as Schema, name);
      return;
    case 'readonly':
      yield* valuesOf(def.innerType as Schema, name);
      return;
    case 'lazy':
      yield* valuesOf(def.getter?.() as Schema, name);
      return;
    case 'union':
      for (const option of def.options ?? []) yield* valuesOf(option, name);
      return;
    case 'enum':
      yield* Object.values(def.entries ?? {});
      return;
    case 'literal':
      yield* def.values ?? [];
      return;
    case 'boolean':
      yield true;
      return;
    case 'number':
      yield* NUMBERS;
      return;
    case 'string':
      yield* TEXTS;
      return;
    default:
      yield {};
  }
}
