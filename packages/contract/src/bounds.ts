// Length limits of input that has no limit of its own, and the clipping of longer lists before they are validated.
import { z } from 'zod';
import { errorCode } from './errors/entry.ts';

/** Characters of texts, items of lists. */
export const LENGTHS = {
  /** A village has twelve digits in the national code, a grid at most nine. */
  gridNo: 12,
  day: 10,
  timeOfDay: 8,
  /** ISO 8601 with nine decimals and an offset has 35. */
  time: 40,
  code: 64,
  /** A kind and a device's id, or a satellite and its pass. */
  look: 200,
  text: 4_000,
  /** There are 13 kinds of resources. */
  kinds: 32,
  attributes: 64,
  /** Parts of a joined text. */
  joined: 1_000,
} as const;

/** The further fields of a resource. */
export const attributes = z
  .record(z.string().max(32), z.union([z.string().max(200), z.number()]))
  .refine((given) => Object.keys(given).length <= LENGTHS.attributes, errorCode('items-at-most', { most: LENGTHS.attributes }))
  .meta({ maxProperties: LENGTHS.attributes });

// The schema library validates every item before it counts them, and creates an issue for each: a megabyte of empty texts blocked the
// server for seconds.

interface Def {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } } }[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly valueType?: Schema;
}
interface Schema {
  readonly _zod: { readonly def: Def };
}

const mostOf = ({ checks = [] }: Def): number => {
  const check = checks.find(({ _zod }) => _zod.def.check === 'max_length');
  return check?._zod.def.maximum ?? Number.POSITIVE_INFINITY;
};

/**
 * The value with every list or record that is too long cut to one more item than allowed, so that it is refused as the whole would be,
 * without the work. Everything else is unchanged, and a value without cuts is returned as the same object. A text is never cut: its limit
 * counts characters, some of which are two units long.
 */
export const clipped = (schema: z.ZodType, value: unknown): unknown => clip(schema as unknown as Schema, value);

function clip(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) {
    const { def } = schema._zod;
    if (def.type === 'array') return Array.isArray(value) ? clipList(def, value) : value;
    if (def.type === 'object') return Array.isArray(value) || typeof value === 'string' ? value : clipFields(def.shape ?? {}, value);
    if (def.type === 'record') return clipRecord(schema, value);
    const inner = def.type === 'pipe' ? (def.in?._zod.def.type === 'transform' ? def.out : def.in) : def.innerType;
    if (inner !== undefined) return clip(inner, value);
  }
  return value;
}

function clipList(def: Def, value: readonly unknown[]): readonly unknown[] {
  const few = value.length > mostOf(def) ? value.slice(0, mostOf(def) + 1) : value;
  const { element } = def;
  if (element === undefined) return few;
  const items = few.map((item) => clip(element, item));
  return items.every((item, i) => item === few[i]) ? few : items;
}

function clipFields(shape: Readonly<Record<string, Schema>>, value: object): object {
  let copy: Record<string, unknown> | null = null;
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = (value as Record<string, unknown>)[name];
    const bounded = clip(field, given);
    if (bounded === given) continue;
    copy ??= { ...value };
    copy[name] = bounded;
  }
  return copy ?? value;
}

function clipRecord(schema: Schema, value: object | string): object | string {
  const most = mostProperties(schema);
  if (typeof value === 'string' || Array.isArray(value) || most === null) return value;
  const entries = Object.entries(value);
  return entries.length > most ? Object.fromEntries(entries.slice(0, most + 1)) : value;
}

/**
 * The value without any `length` that is itself an object. The schema library compares the length of any value that has one, even where a
 * text is required, and an object whose `valueOf` is not a function cannot be compared. Such a record then has no length and is refused for
 * its type.
 * @returns the same object when it has no such length
 */
export function withMeasurableLengths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withMeasurableLengths);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const entries = Object.entries(value);
  const bounded = entries
    .filter(([name, field]) => name !== 'length' || typeof field !== 'object')
    .map(([name, field]) => [name, withMeasurableLengths(field)] as const);
  const isSame = bounded.length === entries.length && bounded.every(([, field], i) => field === entries[i]?.[1]);
  return isSame ? value : Object.fromEntries(bounded);
}

/**
 * The schema library has no `max` for records. The limit is a separate rule, stored in the schema's metadata, from which the API documents
 * also read it.
 */
export function mostProperties(schema: object): number | null {
  const most = z.globalRegistry.get(schema as z.ZodType)?.maxProperties;
  return typeof most === 'number' ? most : null;
}
