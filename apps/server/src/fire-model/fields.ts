// Reads the fields of a line of JSON one by one. An error names its field, in Chinese first.

import { BadLine } from '../commands/question.ts';

const refuse = (zh: string, en: string): never => {
  throw new BadLine(`${zh} (${en})`);
};

/** The bounds of a number, and the name of its unit. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export interface Fields {
  /** A required number. */
  readonly number: (name: string, range: Range) => number;
  /** An optional number; null if it is missing. */
  readonly optional: (name: string, range: Range) => number | null;
  /** A required field with one of several fixed values. */
  readonly oneOf: <T extends string>(name: string, choices: readonly T[]) => T;
  /** A required text or whole number, returned as text. */
  readonly text: (name: string) => string;
  /** The fields of a required object. */
  readonly object: (name: string) => Fields;
  /** Refuses the line because of this field. */
  readonly refuse: (name: string, zh: string, en: string) => never;
}

/** @throws BadLine when the line is not a JSON object */
export function fieldsOf(line: string): Fields {
  if (line.trim() === '') return refuse('空行', 'the line is empty');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return refuse('这一行不是 JSON', `the line is not JSON: ${(error as Error).message}`);
  }
  return isObject(value) ? fieldsIn(value, '') : refuse('这一行须是一个 JSON 对象', 'the line must be a JSON object');
}

function fieldsIn(given: Readonly<Record<string, unknown>>, prefix: string): Fields {
  /** null counts as missing. */
  const read = (name: string): unknown => (Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined);
  const wrong = (name: string, zh: string, en: string): never => refuse(`${prefix}${name}：${zh}`, `${prefix}${name}: ${en}`);
  const missing = (name: string): never => wrong(name, '缺少', 'missing');

  const optional = (name: string, { least, most }: Range): number | null => {
    const value = read(name);
    if (value === undefined) return null;
    if (typeof value !== 'number') return wrong(name, `须为数，而不是 ${shown(value)}`, `must be a number, not ${shown(value)}`);
    if (value < least || value > most)
      return wrong(name, `须在 ${least} 与 ${most} 之间，而不是 ${value}`, `must be from ${least} to ${most}, not ${value}`);
    return value;
  };

  return {
    optional,
    number: (name, range) => optional(name, range) ?? missing(name),
    oneOf: (name, choices) => {
      const value = read(name);
      if (value === undefined) return missing(name);
      return (
        choices.find((choice) => choice === value) ??
        wrong(name, `须为 ${choices.join('、')} 之一，而不是 ${shown(value)}`, `must be one of ${choices.join(', ')}, not ${shown(value)}`)
      );
    },
    text: (name) => {
      const value = read(name);
      if (value === undefined) return missing(name);
      if (typeof value !== 'string' && typeof value !== 'number')
        return wrong(name, `须为文字，而不是 ${shown(value)}`, `must be a text, not ${shown(value)}`);
      return String(value);
    },
    object: (name) => {
      const value = read(name);
      if (value === undefined) return missing(name);
      return isObject(value)
        ? fieldsIn(value, `${prefix}${name}.`)
        : wrong(name, `须为对象，而不是 ${shown(value)}`, `must be an object, not ${shown(value)}`);
    },
    refuse: wrong,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SHOWN_CHARACTERS = 40;
/** A value for a message, shortened to one line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
