// How a client reads the replies of calls: from the wire to domain types. A row names its reader; the readers are beside the writers. No schemas
// here, so that a page reads without loading them.

import type { WireAlarm, WireAlarmAct } from './alarm/alarm.schema.ts';
import type { AlarmKind, NamedAlarm } from './alarm/alarm.ts';
import { readAlarm, readKind, type WireKind } from './alarm/alarm.wire.ts';
import { readAlarmAct } from './alarm/alarm-act.wire.ts';
import type { AlarmHistoryLine } from './alarm/alarm-events.ts';
import { readAging, readAlarmNotices } from './alarm/alarm-notices.wire.ts';
import { readBurning } from './burning/burning.wire.ts';
import {
  readCamera,
  readCameraPosition,
  readCheckedCamera,
  readGateImage,
  readGatePoint,
  readMonitoringPoint,
  readOperator,
  readRecording,
  readSeeingCamera,
  readTalliedPoint,
} from './camera/camera.wire.ts';
import { readFireLevel } from './danger/danger.wire.ts';
import { readBriefing, readFireApproach, readFireToDecide } from './decision/briefing.wire.ts';
import { readExercise, readExerciseReview } from './exercise/exercise.wire.ts';
import { readArchivedFire, readFireArchive, readFireArchiveFile } from './fire-archive/fire-archive.wire.ts';
import { readStoryLine } from './fire-story/fire-story.wire.ts';
import { readHazard, readHazardFile, readHazardOverview, readHazardWarning, readReadingSpan } from './hazard/hazard.wire.ts';
import { readIncident, readIncidentFile, readIncidentMember, readIncidentOfAlarm } from './incident/incident.wire.ts';
import { readKnownHeat, readMapMask } from './known-heat/known-heat.wire.ts';
import { readModeSetting } from './operating-mode/operating-mode.wire.ts';
import { readPlan, readPlanRun } from './plan/plan.wire.ts';
import { readPlot } from './plot/plot.wire.ts';
import { readAttendance, readRanger, readReplayTrack, readTrackPoint } from './ranger/ranger.wire.ts';
import { readRangerMessage } from './ranger-message/ranger-message.wire.ts';
import { readDeskMoment, readPositionColumns } from './replay/replay.wire.ts';
import {
  readDueReport,
  readDueReportFile,
  readForeseenOfFire,
  readForeseenReport,
  readReportingFacts,
  readReportingRule,
} from './reporting/reporting.wire.ts';
import type { WireAssetKind, WireNearbyResource } from './resource/resource.schema.ts';
import {
  readAssetKind,
  readGridCount,
  readKeptResource,
  readNearbyAsset,
  readRemovedResource,
  readResource,
} from './resource/resource.wire.ts';
import { readOwnSafety, readPersonSafety } from './safety/safety.wire.ts';
import type { WireShift } from './shift/shift.schema.ts';
import { readShift } from './shift/shift.wire.ts';
import { readFireDocument, readFireOrder } from './situation/situation.wire.ts';
import { readShortMessage } from './sms/short-message.wire.ts';
import { readSos } from './sos/sos.wire.ts';
import { readFireSeen, readFireWeather, readSpreadHeader, readSpreadRun } from './spread/spread.wire.ts';
import { readAlarmLoad } from './statistics/alarm-load.wire.ts';
import { readHeatMap, readStatistics } from './statistics/statistics.wire.ts';
import { readPatrolOccurrence, readPatrolRule, readPlannedPatrol, readTaskTemplate } from './task/patrol.wire.ts';
import type { WireTask } from './task/task.schema.ts';
import type { NamedTask } from './task/task.ts';
import { readMemberStory, readTask } from './task/task.wire.ts';
import { readTaskJourney } from './task/task-journey.wire.ts';
import { readListedWarning, readWarning } from './warning/warning.wire.ts';

/** A line of the history of many alarms, with its alarm. */
export type HistoryPageLine = AlarmHistoryLine & { readonly alarmKind: AlarmKind; readonly formattedAddress: string };

const readHistoryPageLine = ({
  kind,
  formattedAddress,
  ...line
}: WireAlarmAct & { readonly kind: WireKind; readonly formattedAddress: string }): HistoryPageLine => ({
  ...readAlarmAct(line),
  alarmKind: readKind(kind),
  formattedAddress,
});

/** What a refused dispatch answers: the task that its ranger already has, or the closed alarm. */
const readRefusedDispatch = (existing: WireTask | WireAlarm): NamedTask | NamedAlarm =>
  'taskContent' in existing ? readTask(existing) : readAlarm(existing);

const readShifts = ({ present, former }: { readonly present: WireShift | null; readonly former: WireShift | null }) => ({
  present: present && readShift(present),
  former: former && readShift(former),
});

const readNearGroup = ({
  resourceType,
  resourceName,
  count,
  list,
}: {
  readonly resourceType: WireAssetKind;
  readonly resourceName: string;
  readonly count: number;
  readonly list: readonly WireNearbyResource[];
}) => ({ kind: readAssetKind(resourceType), kindName: resourceName, count, list: list.map(readNearbyAsset) });

export const readers = {
  alarm: readAlarm,
  'archived-fire': readArchivedFire,
  'fire-archive': readFireArchive,
  'fire-archive-file': readFireArchiveFile,
  incident: readIncident,
  'spread-run': readSpreadRun,
  'spread-header': readSpreadHeader,
  'fire-seen': readFireSeen,
  'fire-weather': readFireWeather,
  'story-line': readStoryLine,
  'incident-file': readIncidentFile,
  'incident-of-alarm': readIncidentOfAlarm,
  'incident-member': readIncidentMember,
  'history-line': readAlarmAct,
  'history-page-line': readHistoryPageLine,
  task: readTask,
  'refused-dispatch': readRefusedDispatch,
  'member-story': readMemberStory,
  'task-journey': readTaskJourney,
  'task-template': readTaskTemplate,
  'patrol-rule': readPatrolRule,
  'patrol-occurrence': readPatrolOccurrence,
  'planned-patrol': readPlannedPatrol,
  plot: readPlot,
  'fire-order': readFireOrder,
  'fire-document': readFireDocument,
  hazard: readHazard,
  'hazard-overview': readHazardOverview,
  'hazard-file': readHazardFile,
  'hazard-warning': readHazardWarning,
  'reading-span': readReadingSpan,
  shift: readShift,
  desk: readShifts,
  'mode-setting': readModeSetting,
  exercise: readExercise,
  'exercise-review': readExerciseReview,
  aging: readAging,
  'alarm-notices': readAlarmNotices,
  briefing: readBriefing,
  'fire-approach': readFireApproach,
  'fire-to-decide': readFireToDecide,
  burning: readBurning,
  'known-heat': readKnownHeat,
  'map-mask': readMapMask,
  plan: readPlan,
  'plan-run': readPlanRun,
  warning: readWarning,
  'listed-warning': readListedWarning,
  'due-report': readDueReport,
  'due-report-file': readDueReportFile,
  'foreseen-report': readForeseenReport,
  'foreseen-of-fire': readForeseenOfFire,
  'reporting-facts': readReportingFacts,
  'reporting-rule': readReportingRule,
  sos: readSos,
  'person-safety': readPersonSafety,
  'ranger-message': readRangerMessage,
  'own-safety': readOwnSafety,
  ranger: readRanger,
  'track-point': readTrackPoint,
  attendance: readAttendance,
  'replay-track': readReplayTrack,
  'desk-moment': readDeskMoment,
  'received-positions': readPositionColumns,
  resource: readResource,
  'kept-resource': readKeptResource,
  'removed-resource': readRemovedResource,
  'grid-count': readGridCount,
  'gate-image': readGateImage,
  'nearby-asset': readNearbyAsset,
  'near-group': readNearGroup,
  monitor: readMonitoringPoint,
  'tallied-monitor': readTalliedPoint,
  'gate-monitor': readGatePoint,
  camera: readCamera,
  'checked-camera': readCheckedCamera,
  'seeing-camera': readSeeingCamera,
  'camera-position': readCameraPosition,
  operator: readOperator,
  recording: readRecording,
  'short-message': readShortMessage,
  'fire-level': readFireLevel,
  statistics: readStatistics,
  'heat-map': readHeatMap,
  'alarm-load': readAlarmLoad,
} as const;
type AllReaders = typeof readers;

declare module '@lookout/contract/row.ts' {
  interface Readers extends AllReaders {}
}
