// The whole table: every call once. Server handlers, clients, the OpenAPI page and docs/api.md derive from it.

import { adminCalls } from './calls/admin.ts';
import { alarmActionCalls } from './calls/alarm-actions.ts';
import { authCalls } from './calls/auth.ts';
import { baseMapCalls } from './calls/base-maps.ts';
import { burningCalls } from './calls/burnings.ts';
import { cameraSetupCalls } from './calls/camera-setup.ts';
import { decisionCalls } from './calls/decision.ts';
import { dutyCalls } from './calls/duty.ts';
import { exerciseCalls } from './calls/exercises.ts';
import { fireCalls } from './calls/fire.ts';
import { fireArchiveCalls } from './calls/fire-archives.ts';
import { fireLevelCalls } from './calls/fire-level.ts';
import { gridCalls } from './calls/grids.ts';
import { hazardCalls } from './calls/hazards.ts';
import { incidentCalls } from './calls/incidents.ts';
import { knownHeatCalls } from './calls/known-heat.ts';
import { layerCalls } from './calls/layers.ts';
import { mapEmbedCalls } from './calls/map-embeds.ts';
import { modeCalls } from './calls/modes.ts';
import { monitoringPointCalls } from './calls/monitoring-points.ts';
import { notificationCalls } from './calls/notifications.ts';
import { ownAccountCalls } from './calls/own-account.ts';
import { photoCalls } from './calls/photos.ts';
import { planCalls } from './calls/plans.ts';
import { plotCalls } from './calls/plots.ts';
import { postCalls } from './calls/posts.ts';
import { rangerMessageCalls } from './calls/ranger-messages.ts';
import { rangerCalls } from './calls/rangers.ts';
import { replayCalls } from './calls/replay.ts';
import { reportingCalls } from './calls/reporting.ts';
import { resourceCalls } from './calls/resources.ts';
import { safetyCalls } from './calls/safety.ts';
import { shiftCalls } from './calls/shift.ts';
import { sightCalls } from './calls/sights.ts';
import { signOnCalls } from './calls/sign-on.ts';
import { situationCalls } from './calls/situation.ts';
import { smsCalls } from './calls/sms.ts';
import { sosCalls } from './calls/sos.ts';
import { spreadCalls } from './calls/spread.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { steeringCalls } from './calls/steering.ts';
import { taskPlanCalls } from './calls/task-plans.ts';
import { taskCalls } from './calls/tasks.ts';
import { terrainCalls } from './calls/terrain.ts';
import { travelCalls } from './calls/travel.ts';
import { vendorCalls } from './calls/vendors.ts';
import { videoCalls } from './calls/video.ts';
import { wallCalls } from './calls/wall.ts';
import { warningCalls } from './calls/warnings.ts';
import type { Row } from './row.ts';

/** By feature: the server has one folder for each, and a missing handler does not compile. */
export const contract = {
  auth: { ...authCalls, ...signOnCalls, ...ownAccountCalls },
  admin: adminCalls,
  duty: dutyCalls,
  fire: fireCalls,
  alarmActions: alarmActionCalls,
  incidents: incidentCalls,
  decision: decisionCalls,
  spread: spreadCalls,
  fireArchives: fireArchiveCalls,
  tasks: { ...taskCalls, ...taskPlanCalls },
  rangers: rangerCalls,
  rangerMessages: rangerMessageCalls,
  sos: sosCalls,
  safety: safetyCalls,
  resources: resourceCalls,
  sms: smsCalls,
  replay: replayCalls,
  notifications: notificationCalls,
  shift: shiftCalls,
  modes: modeCalls,
  exercises: exerciseCalls,
  grids: gridCalls,
  terrain: terrainCalls,
  baseMaps: baseMapCalls,
  travel: travelCalls,
  photos: photoCalls,
  monitoringPoints: monitoringPointCalls,
  layers: layerCalls,
  mapEmbeds: mapEmbedCalls,
  wall: wallCalls,
  burnings: burningCalls,
  knownHeat: knownHeatCalls,
  plans: planCalls,
  warnings: warningCalls,
  reporting: reportingCalls,
  fireLevel: fireLevelCalls,
  statistics: statisticsCalls,
  posts: postCalls,
  plots: plotCalls,
  situation: situationCalls,
  hazards: hazardCalls,
  video: videoCalls,
  steering: steeringCalls,
  sights: sightCalls,
  cameraSetup: cameraSetupCalls,
  vendors: vendorCalls,
};
export type Contract = typeof contract;
export type Feature = keyof Contract;

// The call sheet: method, path and envelope of each row without its schemas, so that a web page need not load them to make a call.

/** A row without its schemas. */
export interface CallRow extends Pick<Row, 'method' | 'path' | 'effect' | 'envelope' | 'reads' | 'readsCurrent'> {
  /** Sent without the session. */
  readonly isPublic: boolean;
  /** A body is always sent, `{}` when there is nothing to send. */
  readonly takesBody: boolean;
}

/** By feature and name, as the contract. Plain data that can be written as JSON. */
export type CallSheet = { readonly [F in keyof Contract]: { readonly [K in keyof Contract[F]]: CallRow } };

export function callSheetOf(contract: Contract): CallSheet {
  const features = Object.entries(contract as Record<string, Record<string, Row>>).map(([feature, rows]) => [
    feature,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callRow(row)])),
  ]);
  // Object.entries loses the literal types of the table; the shape is that of the contract.
  return Object.fromEntries(features) as unknown as CallSheet;
}

const callRow = ({ method, path, effect, envelope, reads, readsCurrent, permission, input }: Row): CallRow => ({
  method,
  path,
  effect,
  envelope,
  ...(reads && { reads }),
  ...(readsCurrent && { readsCurrent }),
  isPublic: permission === 'public',
  takesBody: input !== undefined,
});
