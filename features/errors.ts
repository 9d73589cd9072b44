// The catalogue of errors: each has a code, typed parameters, a category, and a message in every language. Code throws the error by its code;
// `serve` makes the message where it writes the reply, in the caller's language.
import type { Category, CodedError, ErrorCode, ErrorParams, Language } from '@lookout/contract';
import type { ErrorEntry } from '@lookout/contract/errors/entry.ts';
import { elevationErrors, rowErrors } from '@lookout/contract/errors/files.ts';
import { fieldErrors, generalErrors, inputErrors } from '@lookout/contract/errors/general.ts';
import { importErrors } from '@lookout/contract/errors/imports.ts';
import { accountErrors } from './admin/admin.errors.ts';
import { alarmErrors } from './alarm/alarm.errors.ts';
import { signOnErrors } from './auth/auth.errors.ts';
import { cameraErrors } from './camera/camera.errors.ts';
import { fireLevelErrors } from './danger/danger.errors.ts';
import { dutyErrors } from './duty/duty.errors.ts';
import { archiveErrors } from './fire-archive/fire-archive.errors.ts';
import { hazardErrors } from './hazard/hazard.errors.ts';
import { incidentErrors } from './incident/incident.errors.ts';
import { knownHeatErrors } from './known-heat/known-heat.errors.ts';
import { embedErrors } from './map-embed/map-embed.errors.ts';
import { notificationErrors } from './notification/notification.errors.ts';
import { modeErrors } from './operating-mode/operating-mode.errors.ts';
import { planErrors } from './plan/plan.errors.ts';
import { rangerMessageErrors } from './ranger-message/ranger-message.errors.ts';
import { reportingErrors } from './reporting/reporting.errors.ts';
import { resourceErrors } from './resource/resource.errors.ts';
import { safetyErrors } from './safety/safety.errors.ts';
import { situationErrors } from './situation/situation.errors.ts';
import { sosErrors } from './sos/sos.errors.ts';
import { spreadErrors } from './spread/spread.errors.ts';
import { statisticsErrors } from './statistics/statistics.errors.ts';
import { patrolErrors } from './task/patrol.errors.ts';
import { warningErrors } from './warning/warning.errors.ts';

export type { OutsideTrouble } from './auth/auth.errors.ts';
export { channelMessages } from './camera/camera.errors.ts';

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
