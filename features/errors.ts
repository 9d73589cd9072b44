// The catalogue of errors: each has a code, typed parameters, a category, and a message in every language. Code throws the error by its
// code; `serve` formats the message when it writes the reply, in the caller's language.
import type { Category, CodedError, ErrorCode, ErrorEntry, ErrorParams, Language } from '@lookout/contract';
import { catalogue } from './errors.generated.ts';

export type { OutsideTrouble } from './auth/auth.errors.ts';
export { channelMessages } from './camera/camera.errors.ts';
export { CATALOGUE_PARTS } from './errors.generated.ts';

type Catalogue = typeof catalogue;

declare module '@lookout/contract/errors/entry.ts' {
  interface ErrorCatalogue extends Catalogue {}
}

const entries: { readonly [C in ErrorCode]: ErrorEntry<Category, ErrorParams<C>> } = catalogue;

export const ERROR_CODES = Object.keys(catalogue) as readonly ErrorCode[];

export const categoryOf = (code: ErrorCode): Category => entries[code].category;

/** The message of an error. */
export function errorMessage<C extends ErrorCode>({ code, params }: CodedError<C>, language: Language): string {
  const messages = entries[code][language];
  return typeof messages === 'string' ? messages : messages(params);
}
