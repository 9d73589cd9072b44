// Finds unbounded parts of an input schema, for the test of the whole table.

import { mostProperties } from '@lookout/contract/bounds.ts';
import type { z } from 'zod';

/** Formats whose pattern implies a maximum length. */
const BOUNDED_FORMATS = new Set(['uuid', 'guid', 'ipv4', 'ipv6', 'date', 'nanoid', 'cuid2', 'ulid']);

interface Check {
  readonly _zod: {
    readonly def: { readonly check: string; readonly format?: string; readonly maximum?: number; readonly pattern?: RegExp };
  };
}
/** The parts of a schema that are read: the library's definitions, which differ by type. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly Check[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly items?: readonly Schema[];
  readonly rest?: Schema | null;
  readonly options?: readonly Schema[];
  readonly left?: Schema;
  readonly right?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly getter?: () => Schema;
}
interface Schema {
  readonly _zod: { readonly def: Def };
}

/** An anchored pattern without `*`, `+` or an open `{n,}`, outside of character classes, matches only texts of bounded length. */
const isBounded = ({ source }: RegExp): boolean => {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return bare.startsWith('^') && bare.endsWith('$') && !/[*+]|\{\d+,\}/.test(bare);
};

function hasEnd({ format, pattern, checks = [] }: Def): boolean {
  if (format !== undefined && BOUNDED_FORMATS.has(format)) return true;
  if (pattern !== undefined && isBounded(pattern)) return true;
  return checks.some(({ _zod: { def } }) => {
    if (def.check === 'max_length' || def.check === 'length_equals') return true;
    return (
      def.check === 'string_format' && (BOUNDED_FORMATS.has(def.format ?? '') || (def.pattern !== undefined && isBounded(def.pattern)))
    );
  });
}

/** @returns the paths of the texts, lists and records that are unbounded */
export function unboundedIn(root: z.ZodType): string[] {
  const seen = new Set<Schema>();
  const found: string[] = [];
  const walk = (schema: Schema, path: string): void => {
    const { def } = schema._zod;
    // A recursive schema is walked once; where it recurs, it has already been checked.
    if (def.type === 'lazy') {
      if (seen.has(schema)) return;
      seen.add(schema);
    }
    switch (def.type) {
      case 'string':
      case 'template_literal':
        if (!hasEnd(def)) found.push(path);
        return;
      case 'any':
      case 'unknown':
      case 'custom':
      case 'map':
      case 'set':
      case 'file':
        found.push(`${path} (${def.type})`);
        return;
      case 'array':
        if (!hasEnd(def)) found.push(`${path}[]`);
        if (def.element) walk(def.element, `${path}[]`);
        return;
      case 'record':
        if (mostProperties(schema) === null) found.push(`${path}{}`);
        if (def.keyType) walk(def.keyType, `${path}{key}`);
        if (def.valueType) walk(def.valueType, `${path}{}`);
        return;
      case 'pipe':
        // A transform before a schema (`preprocess`) passes the value on, so its output schema is checked; the output of any other
        // transform is bounded by its input.
        if (def.in && def.in._zod.def.type !== 'transform') walk(def.in, path);
        else if (def.out) walk(def.out, path);
        return;
      default:
        for (const [name, inner] of Object.entries(def.shape ?? {})) walk(inner, `${path}.${name}`);
        for (const inner of [def.catchall, def.innerType, def.rest ?? undefined, def.left, def.right]) if (inner) walk(inner, path);
        for (const inner of [...(def.items ?? []), ...(def.options ?? [])]) walk(inner, path);
        if (def.getter) walk(def.getter(), path);
    }
  };
  walk(root as unknown as Schema, '');
  return [...new Set(found)];
}
