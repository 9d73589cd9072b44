// What whoever acts here is refused with: a code of the catalogue with its parameters, never words and never a status. `serve` answers it in
// the caller's language; a timer or a command reads the code.
import {
  type Category,
  type CodedError,
  codedError,
  type ErrorCode,
  type ErrorCodeOf,
  type ErrorParams,
  type Given,
} from '@lookout/contract';

/** What is wrong with one field of what was sent; `path` names it as the sender wrote it. */
export interface FieldFault<C extends ErrorCode = ErrorCode> extends CodedError<C> {
  readonly path: string;
}

/** An expected refusal. Never a stack, never SQL. */
export class Refusal extends Error implements CodedError {
  readonly code: ErrorCode;
  readonly params: ErrorParams<ErrorCode>;
  /** Where fields are to blame. */
  readonly fields: readonly FieldFault[];
  /** Where somebody was first: what stands. */
  readonly standing: unknown;

  constructor({ code, params }: CodedError, about: { readonly fields?: readonly FieldFault[]; readonly standing?: unknown } = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = about.fields ?? [];
    this.standing = about.standing ?? null;
  }
}

type OtherCode = ErrorCodeOf<Exclude<Category, 'conflict' | 'invalid'>>;

/** Refused, and no field is to blame. */
export const refused = <C extends OtherCode>(code: C, ...given: Given<C>): Refusal => new Refusal(codedError(code, ...given));

/** Not there, or not in your grid: the same answer, so that nobody can tell which. */
export const notFound = (): Refusal => refused('not-found');

/** Somebody was first; `standing` is the value that stands. */
export const conflict = <C extends ErrorCodeOf<'conflict'>>(standing: unknown, code: C, ...given: Given<C>): Refusal =>
  new Refusal(codedError(code, ...given), { standing });

export const fieldFault = <C extends ErrorCode>(path: string, code: C, ...given: Given<C>): FieldFault<C> => ({
  path,
  ...codedError(code, ...given),
});

/** One field is wrong. */
export function invalid<C extends ErrorCodeOf<'invalid'>>(path: string, code: C, ...given: Given<C>): Refusal {
  const fault = fieldFault(path, code, ...given);
  return new Refusal(fault, { fields: [fault] });
}

/** Several may be; the first one speaks for all. @throws Refusal when there is any */
export function refuseFaults(fields: readonly FieldFault[]): void {
  const [first] = fields;
  if (first !== undefined) throw new Refusal(first, { fields });
}

/** Refused for a reason of its own; `field` says where it comes from. */
export const refusedBy = <C extends OtherCode>(field: FieldFault, code: C, ...given: Given<C>): Refusal =>
  new Refusal(codedError(code, ...given), { fields: [field] });
