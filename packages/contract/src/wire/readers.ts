// How a client reads the replies of calls: from the wire to domain types. A row names its reader; the readers are beside the writers. No schemas
// here, so that a page reads without loading them.
import type { AlarmHistoryLine, AlarmKind, NamedAlarm, NamedTask } from '@lookout/domain';
import { readAlarm, readKind, type WireKind } from './alarm.ts';
import { readAlarmAct } from './alarm-act.ts';
import { readAlarmLoad } from './alarm-load.ts';
import { readAging, readAlarmNotices } from './alarm-notices.ts';
import type { WireAlarm, WireAlarmAct } from './alarm-schema.ts';
import { readBriefing, readFireApproach, readFireToDecide } from './briefing.ts';
import { readBurning } from './burning.ts';
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
} from './camera.ts';
import { readExercise, readExerciseReview } from './exercise.ts';
import { readArchivedFire, readFireArchive, readFireArchiveFile } from './fire-archive.ts';
import { readFireLevel } from './fire-level.ts';
import { readStoryLine } from './fire-story.ts';
import { readHazard, readHazardFile, readHazardOverview, readHazardWarning, readReadingSpan } from './hazard.ts';
import { readIncident, readIncidentFile, readIncidentMember, readIncidentOfAlarm } from './incident.ts';
import { readKnownHeat, readMapMask } from './known-heat.ts';
import { readModeSetting } from './mode.ts';
import { readPatrolOccurrence, readPatrolRule, readPlannedPatrol, readTaskTemplate } from './patrol.ts';
import { readPlan, readPlanRun } from './plan.ts';
import { readPlot } from './plot.ts';
import { readAttendance, readRanger, readReplayTrack, readTrackPoint } from './ranger.ts';
import { readRangerMessage } from './ranger-message.ts';
import { readDeskMoment, readPositionColumns } from './replay.ts';
import {
  readDueReport,
  readDueReportFile,
  readForeseenOfFire,
  readForeseenReport,
  readReportingFacts,
  readReportingRule,
} from './reporting.ts';
import { readAssetKind, readGridCount, readKeptResource, readNearbyAsset, readRemovedResource, readResource } from './resource.ts';
import type { WireAssetKind, WireNearbyResource } from './resource-schema.ts';
import { readOwnSafety, readPersonSafety } from './safety.ts';
import { readShift } from './shift.ts';
import type { WireShift } from './shift-schema.ts';
import { readShortMessage } from './short-message.ts';
import { readFireDocument, readFireOrder } from './situation.ts';
import { readSos } from './sos.ts';
import { readFireSeen, readFireWeather, readSpreadHeader, readSpreadRun } from './spread.ts';
import { readHeatMap, readStatistics } from './statistics.ts';
import { readMemberStory, readTask } from './task.ts';
import { readTaskJourney } from './task-journey.ts';
import type { WireTask } from './task-schema.ts';
import { readListedWarning, readWarning } from './warning.ts';

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
export type ReaderName = keyof typeof readers;
export type ReadBy<N extends ReaderName> = ReturnType<(typeof readers)[N]>;
