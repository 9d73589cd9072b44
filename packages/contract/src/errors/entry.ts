// The entry of an error in the catalogue: its category, and its message in each language.
/** What a refusal means to the caller. Independent of HTTP: `serve` maps each category to its status. */
export type Category =
  /** The caller is not authenticated. */
  | 'no-session'
  | 'forbidden'
  /** Missing, or outside the caller's grid: the same answer. */
  | 'not-found'
  /** The object existed, but is no longer available in the requested form. */
  | 'gone'
  /** Another caller was first. The current state is sent with the refusal. */
  | 'conflict'
  /** Refused by the rules of duty, or by a device. */
  | 'business'
  /** A field is wrong. */
  | 'invalid'
  | 'too-large'
  | 'too-many'
  | 'too-slow'
  | 'headers-too-large'
  | 'unavailable'
  | 'disk-full'
  /** A fault of the server. */
  | 'fault';

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Plain = string | number | boolean | null | Date | readonly Plain[] | { readonly [name: string]: Plain };

/** The parameters of an error: plain values, formatted only by its message. */
export type Params = { readonly [name: string]: Plain };
export type NoParams = Readonly<Record<never, never>>;

export type Wording<P> = string | ((params: P) => string);

export type ErrorEntry<K extends Category, P> = { readonly category: K } & Readonly<Record<Language, Wording<P>>>;

const of =
  <K extends Category>(category: K) =>
  <P extends Params = NoParams>(zh: Wording<P>, en: Wording<P>): ErrorEntry<K, P> => ({ category, zh, en });

export const noSession = of('no-session');
export const forbidden = of('forbidden');
export const notFound = of('not-found');
export const gone = of('gone');
export const conflict = of('conflict');
export const business = of('business');
export const invalid = of('invalid');
export const tooLarge = of('too-large');
export const tooMany = of('too-many');
export const tooSlow = of('too-slow');
export const headersTooLarge = of('headers-too-large');
export const unavailable = of('unavailable');
export const diskFull = of('disk-full');
export const fault = of('fault');

/** All entries by code: the list of features adds them to this by declaration. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of features adds to it by declaration
export interface ErrorCatalogue {}
export type ErrorCode = keyof ErrorCatalogue;
/** The codes of one category. */
export type ErrorCodeOf<K extends Category> = { [C in ErrorCode]: ErrorCatalogue[C]['category'] extends K ? C : never }[ErrorCode];
/** The parameters of a code. */
export type ErrorParams<C extends ErrorCode> = C extends ErrorCode
  ? ErrorCatalogue[C] extends ErrorEntry<Category, infer P>
    ? P
    : never
  : never;

/** An error without its message. */
export interface CodedError<C extends ErrorCode = ErrorCode> {
  readonly code: C;
  readonly params: ErrorParams<C>;
}

/** The parameters of a code as the last arguments of a function; none for a code that has none. */
export type Given<C extends ErrorCode> = C extends ErrorCode ? (keyof ErrorParams<C> extends never ? [] : [params: ErrorParams<C>]) : never;

export function codedError<C extends ErrorCode>(code: C, ...given: Given<C>): CodedError<C>;
export function codedError(code: ErrorCode, params: ErrorParams<ErrorCode> = {}): CodedError {
  return { code, params };
}

// How a schema names an error. The schema library stores one text per rule. Here that text is a code with its parameters, which
// `schema-faults.ts` parses. Only types of the catalogue are imported: a page that reads live messages by a schema need not load the
// messages of errors.

/** No message of the schema library starts with this mark. */
const MARK = '#';

export const errorCode = <C extends ErrorCodeOf<'invalid'>>(code: C, ...given: Given<C>): string =>
  errorText({ code, params: given[0] ?? {} } as CodedError);

/** An error as a text; `parseErrorText` parses it. */
export const errorText = ({ code, params }: CodedError): string => MARK + JSON.stringify({ code, params });

/** null: a message of the schema library itself. */
export const parseErrorText = (message: string): CodedError | null =>
  message.startsWith(MARK) ? JSON.parse(message.slice(MARK.length)) : null;
