// What one error is: its category, and its words in each language. The tables beside this file are made of these.

/** What a refusal means to whoever is refused. Nothing here knows of HTTP: `serve` gives each of them its status. */
export type Category =
  /** Nobody is known to be asking. */
  | 'no-session'
  | 'forbidden'
  /** Not there, or not in the asker's grid: the same answer. */
  | 'not-found'
  /** It was there, and is there no more as it was asked for. */
  | 'gone'
  /** Somebody was first: what stands goes with it. */
  | 'conflict'
  /** The rules of duty say no, or a device does. */
  | 'business'
  /** A field is to blame. */
  | 'invalid'
  | 'too-large'
  | 'too-many'
  | 'too-slow'
  | 'headers-too-large'
  | 'unavailable'
  | 'disk-full'
  /** Ours. */
  | 'fault';

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Plain = string | number | boolean | null | Date | readonly Plain[] | { readonly [name: string]: Plain };

/** What an error tells beside its code: plain values, put into words only by the wording. */
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
