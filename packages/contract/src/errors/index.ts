// The catalogue of errors: each has a code, typed parameters, a category, and a message in every language. Code throws the error by its code;
// `serve` makes the message where it writes the reply, in the caller's language.
import { accountErrors } from './accounts.ts';
import { alarmErrors } from './alarm.ts';
import { archiveErrors } from './archives.ts';
import { cameraErrors } from './cameras.ts';
import { dutyErrors } from './duty.ts';
import { embedErrors } from './embeds.ts';
import type { Category, ErrorEntry, Language } from './entry.ts';
import { elevationErrors, rowErrors } from './files.ts';
import { fireLevelErrors } from './fire-level.ts';
import { fieldErrors, generalErrors, inputErrors } from './general.ts';
import { hazardErrors } from './hazards.ts';
import { importErrors } from './imports.ts';
import { incidentErrors } from './incidents.ts';
import { knownHeatErrors } from './known-heat.ts';
import { modeErrors } from './modes.ts';
import { notificationErrors } from './notifications.ts';
import { patrolErrors } from './patrols.ts';
import { planErrors } from './plans.ts';
import { rangerMessageErrors } from './ranger-messages.ts';
import { reportingErrors } from './reporting.ts';
import { resourceErrors } from './resources.ts';
import { safetyErrors } from './safety.ts';
import { signOnErrors } from './sign-on.ts';
import { situationErrors } from './situation.ts';
import { sosErrors } from './sos.ts';
import { spreadErrors } from './spread.ts';
import { statisticsErrors } from './statistics.ts';
import { warningErrors } from './warnings.ts';

export { channelMessages } from './cameras.ts';
export { type Category, errorText, LANGUAGES, type Language, parseErrorText } from './entry.ts';
export type { OutsideTrouble } from './sign-on.ts';

/** For the test that no code stands in two of them: the later one would silently take the place of the other. */
export const CATALOGUE_PARTS: readonly object[] = [
  generalErrors,
  fieldErrors,
  inputErrors,
  alarmErrors,
  archiveErrors,
  dutyErrors,
  modeErrors,
  notificationErrors,
  patrolErrors,
  planErrors,
  warningErrors,
  reportingErrors,
  incidentErrors,
  fireLevelErrors,
  spreadErrors,
  knownHeatErrors,
  safetyErrors,
  sosErrors,
  rangerMessageErrors,
  hazardErrors,
  accountErrors,
  embedErrors,
  signOnErrors,
  cameraErrors,
  rowErrors,
  elevationErrors,
  importErrors,
  statisticsErrors,
  situationErrors,
  resourceErrors,
];

const catalogue = {
  ...generalErrors,
  ...fieldErrors,
  ...inputErrors,
  ...alarmErrors,
  ...archiveErrors,
  ...dutyErrors,
  ...modeErrors,
  ...notificationErrors,
  ...patrolErrors,
  ...planErrors,
  ...warningErrors,
  ...reportingErrors,
  ...incidentErrors,
  ...fireLevelErrors,
  ...spreadErrors,
  ...knownHeatErrors,
  ...safetyErrors,
  ...sosErrors,
  ...rangerMessageErrors,
  ...hazardErrors,
  ...accountErrors,
  ...embedErrors,
  ...signOnErrors,
  ...cameraErrors,
  ...rowErrors,
  ...elevationErrors,
  ...importErrors,
  ...statisticsErrors,
  ...situationErrors,
  ...resourceErrors,
};
type Catalogue = typeof catalogue;

export type ErrorCode = keyof Catalogue;
/** The codes of one category. */
export type ErrorCodeOf<K extends Category> = { [C in ErrorCode]: Catalogue[C]['category'] extends K ? C : never }[ErrorCode];
/** The parameters of a code. */
export type ErrorParams<C extends ErrorCode> = C extends ErrorCode
  ? Catalogue[C] extends ErrorEntry<Category, infer P>
    ? P
    : never
  : never;

/** An error without its message. */
export interface CodedError<C extends ErrorCode = ErrorCode> {
  readonly code: C;
  readonly params: ErrorParams<C>;
}

/** The parameters of a code where a function takes them last; none for a code that has none. */
export type Given<C extends ErrorCode> = C extends ErrorCode ? (keyof ErrorParams<C> extends never ? [] : [params: ErrorParams<C>]) : never;

export function codedError<C extends ErrorCode>(code: C, ...given: Given<C>): CodedError<C>;
export function codedError(code: ErrorCode, params: ErrorParams<ErrorCode> = {}): CodedError {
  return { code, params };
}

const entries: { readonly [C in ErrorCode]: ErrorEntry<Category, ErrorParams<C>> } = catalogue;

export const ERROR_CODES = Object.keys(catalogue) as readonly ErrorCode[];

export const categoryOf = (code: ErrorCode): Category => entries[code].category;

/** The message of an error. */
export function errorMessage<C extends ErrorCode>({ code, params }: CodedError<C>, language: Language): string {
  const messages = entries[code][language];
  return typeof messages === 'string' ? messages : messages(params);
}
