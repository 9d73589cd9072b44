// The issues of a schema as errors of the catalogue.
import { ok, type Result, refuse } from '@lookout/domain';
import { z } from 'zod';
import { clipped, withMeasurableLengths } from './bounds.ts';
import { parseErrorText } from './errors/entry.ts';
import { type CodedError, codedError } from './errors/index.ts';

/** One issue, and its field. */
export interface SchemaFault extends CodedError {
  readonly path: string;
}

// English messages of the library's own rules; Chinese is the default of all schemas (fields.ts).
const english = z.locales.en().localeError;

export type SchemaFaults = readonly [SchemaFault, ...SchemaFault[]];

// Ten thousand wrong items are reported by the first hundred.
const MOST_FAULTS = 100;

/** The value parsed by the schema, or its issues. */
export function readBySchema<S extends z.ZodType>(schema: S, value: unknown): Result<z.output<S>, SchemaFaults> {
  const result = parsed(schema, clipped(schema, value));
  if (result.success) return ok(result.data);
  const [first, ...others] = result.error.issues.slice(0, MOST_FAULTS).map(faultOf);
  if (first === undefined) throw new Error('a schema refused a value without an issue');
  return refuse<SchemaFaults>([first, ...others]);
}

// The English message needs the input too.
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
  const error = parseErrorText(issue.message);
  if (error !== null) return { path, ...error };
  // With its input reported, an issue has the form that a locale expects.
  const localised = english(issue as z.core.$ZodRawIssue);
  const en = (typeof localised === 'object' ? localised?.message : localised) ?? issue.message;
  return { path, ...codedError('not-as-required', { rule: issue.code, zh: issue.message, en }) };
}
