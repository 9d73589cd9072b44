// The whole table: every call once. Server handlers, clients, the OpenAPI page and docs/api.md derive from it.

import type { Row } from '@lookout/contract';
import { adminCalls } from './admin/admin.calls.ts';
import { fireCalls } from './alarm/alarm.calls.ts';
import { alarmActionCalls } from './alarm/alarm-actions.calls.ts';
import { authCalls } from './auth/auth.calls.ts';
import { ownAccountCalls } from './auth/own-account.calls.ts';
import { signOnCalls } from './auth/sign-on.calls.ts';
import { baseMapCalls } from './base-map/base-map.calls.ts';
import { burningCalls } from './burning/burning.calls.ts';
import { cameraSetupCalls } from './camera/camera-setup.calls.ts';
import { monitoringPointCalls } from './camera/monitoring-point.calls.ts';
import { sightCalls } from './camera/sights.calls.ts';
import { steeringCalls } from './camera/steering.calls.ts';
import { vendorCalls } from './camera/vendors.calls.ts';
import { fireLevelCalls } from './danger/danger.calls.ts';
import { decisionCalls } from './decision/decision.calls.ts';
import { dutyCalls } from './duty/duty.calls.ts';
import { exerciseCalls } from './exercise/exercise.calls.ts';
import { fireArchiveCalls } from './fire-archive/fire-archive.calls.ts';
import { gridCalls } from './grid/grid.calls.ts';
import { hazardCalls } from './hazard/hazard.calls.ts';
import { incidentCalls } from './incident/incident.calls.ts';
import { knownHeatCalls } from './known-heat/known-heat.calls.ts';
import { mapEmbedCalls } from './map-embed/map-embed.calls.ts';
import { layerCalls } from './map-layer/map-layer.calls.ts';
import { notificationCalls } from './notification/notification.calls.ts';
import { modeCalls } from './operating-mode/operating-mode.calls.ts';
import { photoCalls } from './photo/photo.calls.ts';
import { planCalls } from './plan/plan.calls.ts';
import { plotCalls } from './plot/plot.calls.ts';
import { postCalls } from './post/post.calls.ts';
import { rangerCalls } from './ranger/ranger.calls.ts';
import { rangerMessageCalls } from './ranger-message/ranger-message.calls.ts';
import { replayCalls } from './replay/replay.calls.ts';
import { reportingCalls } from './reporting/reporting.calls.ts';
import { resourceCalls } from './resource/resource.calls.ts';
import { safetyCalls } from './safety/safety.calls.ts';
import { shiftCalls } from './shift/shift.calls.ts';
import { situationCalls } from './situation/situation.calls.ts';
import { smsCalls } from './sms/sms.calls.ts';
import { sosCalls } from './sos/sos.calls.ts';
import { spreadCalls } from './spread/spread.calls.ts';
import { statisticsCalls } from './statistics/statistics.calls.ts';
import { taskCalls } from './task/task.calls.ts';
import { taskPlanCalls } from './task/task-plan.calls.ts';
import { terrainCalls } from './terrain/terrain.calls.ts';
import { travelCalls } from './travel/travel.calls.ts';
import { videoCalls } from './video/video.calls.ts';
import { wallCalls } from './wall/wall.calls.ts';
import { warningCalls } from './warning/warning.calls.ts';

/** By feature: the server has one folder for each, and a missing handler does not compile. */
export const contract = {
  admin: adminCalls,
  alarm: { ...fireCalls, ...alarmActionCalls },
  auth: { ...authCalls, ...signOnCalls, ...ownAccountCalls },
  baseMap: baseMapCalls,
  burning: burningCalls,
  camera: { ...monitoringPointCalls, ...steeringCalls, ...sightCalls, ...cameraSetupCalls, ...vendorCalls },
  danger: fireLevelCalls,
  decision: decisionCalls,
  duty: dutyCalls,
  exercise: exerciseCalls,
  fireArchive: fireArchiveCalls,
  grid: gridCalls,
  hazard: hazardCalls,
  incident: incidentCalls,
  knownHeat: knownHeatCalls,
  mapEmbed: mapEmbedCalls,
  mapLayer: layerCalls,
  notification: notificationCalls,
  operatingMode: modeCalls,
  photo: photoCalls,
  plan: planCalls,
  plot: plotCalls,
  post: postCalls,
  ranger: rangerCalls,
  rangerMessage: rangerMessageCalls,
  replay: replayCalls,
  reporting: reportingCalls,
  resource: resourceCalls,
  safety: safetyCalls,
  shift: shiftCalls,
  situation: situationCalls,
  sms: smsCalls,
  sos: sosCalls,
  spread: spreadCalls,
  statistics: statisticsCalls,
  task: { ...taskCalls, ...taskPlanCalls },
  terrain: terrainCalls,
  travel: travelCalls,
  video: videoCalls,
  wall: wallCalls,
  warning: warningCalls,
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
