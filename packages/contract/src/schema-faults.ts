// The issues of a schema as errors of the catalogue.
import { characterCount, ok, type Result, refuse } from '@lookout/domain';
import type { z } from 'zod';
import { clipped, withMeasurableLengths } from './bounds.ts';
import { type CodedError, codedError, parseErrorText } from './errors/entry.ts';

/** One issue and its field. */
export interface SchemaFault extends CodedError {
  readonly path: string;
}

export type SchemaFaults = readonly [SchemaFault, ...SchemaFault[]];

// Even with ten thousand wrong items, only the first hundred are reported.
const MOST_FAULTS = 100;

/** The value parsed by the schema, or its issues. */
export function readBySchema<S extends z.ZodType>(schema: S, value: unknown): Result<z.output<S>, SchemaFaults> {
  const result = parsed(schema, clipped(schema, value));
  if (result.success) return ok(result.data);
  const [first, ...others] = result.error.issues.slice(0, MOST_FAULTS).map(faultOf);
  if (first === undefined) throw new Error('a schema refused a value without an issue');
  return refuse<SchemaFaults>([first, ...others]);
}

// Includes the input in an issue, because the message of a text states its length.
const REPORTED = { reportInput: true } as const;

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value, REPORTED);
  } catch (error) {
    const measurable = withMeasurableLengths(value);
    if (measurable === value) throw error;
    return schema.safeParse(measurable, REPORTED);
  }
}

function faultOf(issue: z.core.$ZodIssue): SchemaFault {
  const path = issue.path.map(String).join('.');
  const field = issue.path.findLast((part) => typeof part === 'string') ?? '';
  return { path, ...(parseErrorText(issue.message) ?? ruleError(issue, field)) };
}

/** The error for an issue of the library's own rules. The library's messages use its type names, which users do not know. */
function ruleError(issue: z.core.$ZodIssue, field: string): CodedError {
  const { input } = issue;
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue, field, Number(issue.maximum));
    case 'too_small':
      return tooSmall(issue, field, Number(issue.minimum));
    case 'invalid_value':
      return isNothing(input)
        ? codedError('field-needed', { field })
        : codedError('field-not-offered', { field, offered: issue.values.map((one) => (isPlain(one) ? one : String(one))) });
    case 'invalid_type':
      if (isNothing(input)) return codedError('field-needed', { field });
      if (issue.expected === 'string') return codedError('field-not-text', { field });
      if (issue.expected === 'int') return codedError('field-not-whole', { field });
      return issue.expected === 'number' ? codedError('field-not-number', { field }) : codedError('field-unreadable', { field });
    default:
      return codedError('field-unreadable', { field });
  }
}

function tooBig({ origin, input }: z.core.$ZodIssueTooBig, field: string, most: number): CodedError {
  if (origin === 'string') return codedError('field-too-long', { field, most, length: lengthOf(input) });
  if (origin === 'array') return codedError('field-items-at-most', { field, most });
  return codedError('field-number-at-most', { field, most });
}

function tooSmall({ origin, input }: z.core.$ZodIssueTooSmall, field: string, least: number): CodedError {
  if (origin === 'string') return codedError('field-too-short', { field, least, length: lengthOf(input) });
  if (origin === 'array') return codedError('field-items-at-least', { field, least });
  return codedError('field-number-at-least', { field, least });
}

const lengthOf = (input: unknown): number => characterCount(String(input));
const isNothing = (input: unknown): boolean => input === undefined || input === null || input === '';
const isPlain = (one: unknown): one is string | number | boolean | null =>
  one === null || typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
