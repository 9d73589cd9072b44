// What a schema finds wrong with a value, as errors of the catalogue.
import { ok, type Result, refuse } from '@lookout/domain';
import { z } from 'zod';
import { type CodedError, codedError } from './errors/index.ts';
import { errorSaid } from './errors/said.ts';

/** One thing that is wrong, and in which field. */
export interface SchemaFault extends CodedError {
  readonly path: string;
}

// The words of the library's own rules; Chinese is set for all schemas (fields.ts).
const english = z.locales.en().localeError;

export type SchemaFaults = readonly [SchemaFault, ...SchemaFault[]];

// A list of ten thousand wrong things is told by its first hundred.
const MOST_FAULTS = 100;

/** A value read by a schema, or what is wrong with it. */
export function readBySchema<S extends z.ZodType>(schema: S, value: unknown): Result<z.output<S>, SchemaFaults> {
  // The other language's sentence is made of the input, too.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return ok(result.data);
  const [first, ...others] = result.error.issues.slice(0, MOST_FAULTS).map(faultOf);
  if (first === undefined) throw new Error('a schema that refuses a value says why');
  return refuse<SchemaFaults>([first, ...others]);
}

function faultOf(issue: z.core.$ZodIssue): SchemaFault {
  const path = issue.path.map(String).join('.');
  const error = errorSaid(issue.message);
  if (error !== null) return { path, ...error };
  // With its input reported, an issue is again what a locale is given.
  const said = english(issue as z.core.$ZodRawIssue);
  const en = (typeof said === 'object' ? said?.message : said) ?? issue.message;
  return { path, ...codedError('not-as-required', { rule: issue.code, zh: issue.message, en }) };
}
