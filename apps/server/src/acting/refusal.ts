// Refusals: a code of the error catalogue with its parameters, never a text and never an HTTP status. `serve` turns it into a reply in the
// caller's language. A timer or a command reads the code. Worker threads load this module too, so it imports neither the calls nor their
// schemas.
import {
  type Category,
  type CodedError,
  codedError,
  type ErrorCode,
  type ErrorCodeOf,
  type ErrorParams,
  type Given,
} from '@lookout/contract/errors/entry.ts';

/** The error of one field; `path` names the field as the sender wrote it. */
export interface FieldFault<C extends ErrorCode = ErrorCode> extends CodedError<C> {
  readonly path: string;
}

/** An expected refusal, which never contains a stack trace or SQL. */
export class Refusal extends Error implements CodedError {
  readonly code: ErrorCode;
  readonly params: ErrorParams<ErrorCode>;
  /** The fields that caused the refusal, if any. */
  readonly fields: readonly FieldFault[];
  /** For a conflict: the current value. */
  readonly existing: unknown;

  constructor({ code, params }: CodedError, about: { readonly fields?: readonly FieldFault[]; readonly existing?: unknown } = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = about.fields ?? [];
    this.existing = about.existing ?? null;
  }
}

type OtherCode = ErrorCodeOf<Exclude<Category, 'conflict' | 'invalid'>>;

/** A refusal that no field caused. */
export const refused = <C extends OtherCode>(code: C, ...given: Given<C>): Refusal => new Refusal(codedError(code, ...given));

/** The object is missing or outside the caller's grid. Both give the same reply, so that they cannot be told apart. */
export const notFound = (): Refusal => refused('not-found');

/** Another user changed the object first; `existing` is its current value. */
export const conflict = <C extends ErrorCodeOf<'conflict'>>(existing: unknown, code: C, ...given: Given<C>): Refusal =>
  new Refusal(codedError(code, ...given), { existing });

export const fieldFault = <C extends ErrorCode>(path: string, code: C, ...given: Given<C>): FieldFault<C> => ({
  path,
  ...codedError(code, ...given),
});

/** One field is wrong. */
export function invalid<C extends ErrorCodeOf<'invalid'>>(path: string, code: C, ...given: Given<C>): Refusal {
  const fault = fieldFault(path, code, ...given);
  return new Refusal(fault, { fields: [fault] });
}

/** Refuses with the code of the first fault. @throws Refusal when there is any fault */
export function refuseFaults(fields: readonly FieldFault[]): void {
  const [first] = fields;
  if (first !== undefined) throw new Refusal(first, { fields });
}

/** A refusal with its own code, caused by `field`. */
export const refusedBy = <C extends OtherCode>(field: FieldFault, code: C, ...given: Given<C>): Refusal =>
  new Refusal(codedError(code, ...given), { fields: [field] });
