import { journal } from './0001-journal.ts';
import { gazetteer } from './0002-gazetteer.ts';
import { accounts } from './0003-accounts.ts';
import { alarms } from './0004-alarms.ts';
import { devices } from './0005-devices.ts';
import { tasks } from './0006-tasks.ts';
import { resources } from './0007-resources.ts';
import { shiftsAndMessages } from './0008-shifts-and-messages.ts';
import { plots } from './0009-plots.ts';
import { burnings } from './0010-burnings.ts';
import { mapLayers } from './0011-map-layers.ts';
import { fireWeather } from './0012-fire-weather.ts';
import { gateImages } from './0013-gate-images.ts';
import { assetChanges } from './0014-asset-changes.ts';
import { areasOfEveryLevel } from './0015-areas-of-every-level.ts';
import { verifiedSessions } from './0016-verified-sessions.ts';
import { farOutlines } from './0017-far-outlines.ts';
import { hazards } from './0018-hazards.ts';
import { fireArchives } from './0019-fire-archives.ts';
import { operatingModes } from './0020-operating-modes.ts';
import { signOn } from './0021-sign-on.ts';
import { plans } from './0022-plans.ts';
import { warnings } from './0023-warnings.ts';
import { resourceCare } from './0024-resource-care.ts';
import { situation } from './0025-situation.ts';
import { patrolDays } from './0026-patrol-days.ts';
import { taskPlans } from './0027-task-plans.ts';
import { sos } from './0028-sos.ts';
import { mapEmbeds } from './0029-map-embeds.ts';
import { resourcePhotos } from './0030-resource-photos.ts';
import { fireForecast } from './0031-fire-forecast.ts';
import { hazardUndo } from './0032-hazard-undo.ts';
import { basicByCamera } from './0033-basic-by-camera.ts';
import { guardedDoors } from './0034-guarded-doors.ts';
import { unclaimedUploads } from './0035-unclaimed-uploads.ts';
import { secondFactors } from './0036-second-factors.ts';
import { dailyBudgets } from './0038-daily-budgets.ts';
import { partitions } from './0039-partitions.ts';
import { sharedWork } from './0040-shared-work.ts';
import { departure } from './0041-departure.ts';
import { alarmsTogether } from './0042-alarms-together.ts';
import { incidents } from './0043-incidents.ts';
import { confirmedFires } from './0044-confirmed-fires.ts';
import { dueReports } from './0046-due-reports.ts';
import { decisionsReplaced } from './0048-decisions-replaced.ts';
import { threats } from './0049-threats.ts';
import { knownHeat } from './0050-known-heat.ts';
import { notifications } from './0051-notifications.ts';
import { firePackages } from './0052-fire-packages.ts';
import { pastPlots } from './0053-past-plots.ts';
import { outbox } from './0054-outbox.ts';
import { spread } from './0055-spread.ts';
import { fireDanger } from './0056-fire-danger.ts';
import { spreadArrivals } from './0057-spread-arrivals.ts';
import { personSafety } from './0058-person-safety.ts';
import { underWay } from './0060-under-way.ts';
import { warnedLevel } from './0062-warned-level.ts';
import { incidentPolicy } from './0065-incident-policy.ts';
import { shiftSuccessor } from './0066-shift-successor.ts';
import { straightJourneys } from './0067-straight-journeys.ts';
import { wall } from './0068-wall.ts';
import { rangerMessages } from './0069-ranger-messages.ts';
import { doubtfulFixes } from './0070-doubtful-fixes.ts';
import { pastDetections } from './0071-past-detections.ts';
import { shares } from './0073-shares.ts';
import { identities } from './0074-identities.ts';
import { authority } from './0076-authority.ts';
import { auditHash } from './0078-audit-hash.ts';
import { orderIssuers } from './0080-order-issuers.ts';
import { oneWayIn } from './0081-one-way-in.ts';
import type { Migration } from './migration.ts';

export const MIGRATIONS: readonly Migration[] = [
  journal,
  gazetteer,
  accounts,
  alarms,
  devices,
  tasks,
  resources,
  shiftsAndMessages,
  plots,
  burnings,
  mapLayers,
  fireWeather,
  gateImages,
  assetChanges,
  areasOfEveryLevel,
  verifiedSessions,
  farOutlines,
  hazards,
  fireArchives,
  operatingModes,
  signOn,
  plans,
  warnings,
  resourceCare,
  situation,
  patrolDays,
  taskPlans,
  sos,
  mapEmbeds,
  resourcePhotos,
  fireForecast,
  hazardUndo,
  basicByCamera,
  guardedDoors,
  unclaimedUploads,
  secondFactors,
  dailyBudgets,
  partitions,
  sharedWork,
  departure,
  alarmsTogether,
  incidents,
  confirmedFires,
  dueReports,
  decisionsReplaced,
  threats,
  knownHeat,
  notifications,
  firePackages,
  pastPlots,
  outbox,
  spread,
  fireDanger,
  spreadArrivals,
  personSafety,
  underWay,
  warnedLevel,
  incidentPolicy,
  shiftSuccessor,
  straightJourneys,
  wall,
  rangerMessages,
  doubtfulFixes,
  pastDetections,
  shares,
  identities,
  authority,
  auditHash,
  orderIssuers,
  oneWayIn,
];
