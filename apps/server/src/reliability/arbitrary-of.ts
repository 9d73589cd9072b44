// Generates values from the contract's own schemas (zod, read through its public `def`). Most are nearly valid, so that the wrong part is
// processed as far as possible.
import type { Row } from '@lookout/contract';
import fc, { type Arbitrary } from 'fast-check';

type Schema = NonNullable<Row['input']>;

/** The parts of a zod schema's definition that describe its input. */
interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly getter?: () => Schema;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** The format implied by a field's name, if the schema only requires text. */
const byName: readonly (readonly [RegExp, Arbitrary<unknown>])[] = [
  [/^(gridNos?|topic|countyCode)$/, fc.constantFrom('100000', '510000', '513200', '513221', '410781', '513221100')],
  [
    /(Time|time|Datetime)$/,
    fc.constantFrom('2026-11-21 08:00:00', '2026-11-20T00:00:00Z', '2018-09-22 14:35', '0001-01-01 00:00:00', '9999-12-31 23:59:59'),
  ],
  [/^(longitude|lng)$/, fc.constantFrom<unknown>(103.59, 114.06, '103.17', 180, -180, 0)],
  [/^(latitude|lat)$/, fc.constantFrom<unknown>(31.48, 35.4, '31.44', 90, -90, 0)],
  [/^(aeskey|nonce|userPasswd|passwd|oldPasswd|newPasswd|password)$/, fc.base64String({ maxLength: 400 })],
];

/**
 * @param ids existing keys, so that some calls find their object
 * @param name of the field that holds the value
 */
function arbitraryOf(schema: Schema, ids: readonly string[], name = ''): Arbitrary<unknown> {
  const def = definitionOf(schema);
  const of = (inner: Schema | undefined, at = name): Arbitrary<unknown> => (inner ? arbitraryOf(inner, ids, at) : fc.constant(null));
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, inner]) => [key, of(inner, key)])));
    case 'array':
      return fc.array(of(def.element), { maxLength: 5 });
    case 'nullable':
      return fc.oneof({ weight: 4, arbitrary: of(def.innerType) }, fc.constant(null));
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.oneof({ weight: 3, arbitrary: of(def.innerType) }, fc.constant(undefined));
    case 'readonly':
      return of(def.innerType);
    case 'pipe':
      // z.preprocess puts a transform before the relevant schema; .transform and .pipe put it after.
      return of(def.in && definitionOf(def.in).type === 'transform' ? def.out : def.in);
    case 'lazy':
      return of(def.getter?.());
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => of(option)));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? { none: '' }));
    case 'literal':
      return fc.constantFrom(...(def.values ?? [null]));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return known ?? fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'string':
      return (
        known ??
        (/^(id|monitorId)$|[iI]d$|pic|img/.test(name)
          ? fc.oneof(fc.constantFrom(...ids), fc.uuid())
          : fc.string({ unit: 'grapheme', maxLength: 40 }))
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`);

/** Hostile values: texts that a database, a shell, a file system, a browser or the grid code might interpret. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -1e308,
  1e21,
  0.1,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 63,
  -0,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e',
  '\u001f\u001d',
  '５１３２２１',
  '１',
  '51%',
  '513_21',
  '%',
  '_',
  '\\',
  '1e309',
  'NaN',
  '0x10',
  '-0',
  "'; drop table alarm; --",
  '#{7*7}',
  '{{7*7}}',
  '$(id)',
  '../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  '林'.repeat(10_000),
  '100000',
  '999999',
  '000000',
  'null',
  '[object Object]',
  '2026-02-31 00:00:00',
  '+275760-09-13T00:00:00Z',
  [],
  {},
  [[]],
  ['513221', '513222'],
  [null],
  { length: 1e9 },
  { toString: 1, valueOf: 2 },
  { $gt: '' },
  nested(500),
  JSON.parse('{"then":1}'),
  JSON.parse('{"__proto__":{"gridNo":"100000","isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"gridNo":"100000"}}}'),
];

type Step = { readonly at: number; readonly how: 'replace' | 'drop' | 'add' | 'wrap'; readonly value: unknown };
const steps: Arbitrary<Step[]> = fc.array(
  fc.record({
    at: fc.nat(1_000),
    how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'wrap'),
    value: fc.constantFrom(...HOSTILE),
  }),
  { maxLength: 3 },
);

/** A value of the schema with up to three faults at any place; sometimes with none. */
export function nearlyOf(schema: Schema, ids: readonly string[]): Arbitrary<unknown> {
  return fc.tuple(arbitraryOf(schema, ids), steps).map(([value, mutations]) => mutations.reduce(mutated, value));
}

type Branch = Record<string, unknown> | unknown[];
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

function mutated(value: unknown, { at, how, value: hostile }: Step): unknown {
  const copy: unknown = structuredClone(value);
  const places: { readonly branch: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (one: unknown, depth: number): void => {
    if (!isBranch(one) || depth > 5) return;
    for (const key of Object.keys(one)) {
      places.push({ branch: one as Record<string, unknown>, key });
      visit((one as Record<string, unknown>)[key], depth + 1);
    }
  };
  visit(copy, 0);
  const place = places[at % Math.max(1, places.length)];
  if (!place || at % 17 === 0) return how === 'wrap' ? [copy] : how === 'drop' ? undefined : hostile;
  const { branch, key } = place;
  if (how === 'drop') delete branch[key];
  else if (how === 'wrap') branch[key] = [branch[key], branch[key]];
  else if (how === 'add') branch[`${key}2`] = hostile;
  else branch[key] = hostile;
  return copy;
}
