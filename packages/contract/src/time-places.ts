// Finds the times in a schema.
import type { z } from 'zod';
import { time } from './fields.ts';
import { EVERY_ITEM, type TimePlaces } from './times.ts';

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  /** The schema of the items of an array or a record. */
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  /** The schema inside a wrapper: optional, nullable, default … */
  readonly innerType?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly out?: z.ZodType;
}

/** What a schema describes, as far as it matters here; null: neither times nor texts. */
type Content = 'time' | 'text' | null | { readonly [name: string]: Content };

const placesOf = new WeakMap<z.ZodType, TimePlaces | null>();

/**
 * Returns where the times (fields of the schema `time`) of a value are; null: it has none.
 * @throws Error when a field is a time in one variant of a union and a text in another, since no reader could tell them apart
 */
export function timePlacesOf(schema: z.ZodType): TimePlaces | null {
  const known = placesOf.get(schema);
  if (known !== undefined) return known;
  const places = timesAmong(contentOf(schema, []));
  placesOf.set(schema, places);
  return places;
}

function timesAmong(content: Content): TimePlaces | null {
  if (content === 'time') return true;
  if (content === 'text' || content === null) return null;
  const fields = Object.entries(content).flatMap(([name, inner]) => {
    const places = timesAmong(inner);
    return places === null ? [] : [[name, places] as const];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** @param within the schemas that contain this one, so that a recursive schema ends; the repeated part has no times */
function contentOf(schema: z.ZodType, within: readonly z.ZodType[]): Content {
  if (within.includes(schema)) return null;
  const def = schema._zod.def as unknown as Def;
  const inside = (inner: z.ZodType): Content => contentOf(inner, [...within, schema]);
  if (def === (time._zod.def as unknown)) return 'time';
  if (def.type === 'string' || def.type === 'enum') return 'text';
  const inner = def.innerType ?? def.getter?.() ?? (def.type === 'pipe' ? def.out : undefined);
  if (inner !== undefined) return inside(inner);
  if (def.shape !== undefined) return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, inside(field)]));
  const item = def.element ?? def.valueType;
  if (item !== undefined) return { [EVERY_ITEM]: inside(item) };
  return (def.options ?? []).map(inside).reduce(either, null);
}

function either(one: Content, other: Content): Content {
  if (one === null || other === null || one === other) return one ?? other;
  if (typeof one === 'object' && typeof other === 'object') {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, either(one[name] ?? null, other[name] ?? null)]));
  }
  if (one === 'time' || other === 'time') throw new Error('a field of a union is a time in one variant and another value in another');
  return typeof one === 'object' ? one : other;
}
