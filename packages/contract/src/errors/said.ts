// How a schema names an error. Its library keeps a text for each rule; here that text is a code with its parameters, read back where the schema
// was asked (`schema-faults.ts`). Only types of the catalogue: a page that reads live messages by a schema need not load the words.
import type { CodedError, ErrorCodeOf, Given } from './index.ts';

/** Nothing that a schema says by itself begins so. */
const MARK = '#';

export const says = <C extends ErrorCodeOf<'invalid'>>(code: C, ...given: Given<C>): string =>
  errorText({ code, params: given[0] ?? {} } as CodedError);

/** An error where only a text can stand; `errorSaid` reads it back. */
export const errorText = ({ code, params }: CodedError): string => MARK + JSON.stringify({ code, params });

/** null: the library's own words. */
export const errorSaid = (message: string): CodedError | null => (message.startsWith(MARK) ? JSON.parse(message.slice(MARK.length)) : null);
