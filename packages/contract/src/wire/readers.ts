// How a client reads what a call answers: from the wire's words to the domain's. A row names its reader; the readers themselves stand beside the
// writers. No schemas here, so that a page reads without loading them.
import type { AlarmHistoryLine, AlarmKind, NamedAlarm, NamedTask, PlacedKind } from '@lookout/domain';
import { readAlarm, readKind, type WireKind } from './alarm.ts';
import { readAlarmAct } from './alarm-act.ts';
import type { WireAlarmAct } from './alarm-act-schema.ts';
import type { WireAlarm } from './alarm-schema.ts';
import { readBurning } from './burning.ts';
import {
  readCamera,
  readCameraPosition,
  readCheckedCamera,
  readGatePoint,
  readMonitoringPoint,
  readOperator,
  readRecording,
  readSeeingCamera,
  readTalliedPoint,
} from './camera.ts';
import { readFireLevel } from './fire-level.ts';
import { readGateImage } from './gate-image.ts';
import { readPlot } from './plot.ts';
import { readRanger, readTrackPoint } from './ranger.ts';
import { readGridCount, readNearThing, readResource } from './resource.ts';
import type { WirePlacedResource } from './resource-schema.ts';
import { readShift } from './shift.ts';
import type { WireShift } from './shift-schema.ts';
import { readShortMessage } from './short-message.ts';
import { readMemberStory, readTask } from './task.ts';
import type { WireTask } from './task-schema.ts';

/** A line of the history of many alarms: with which alarm it speaks of. */
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

const readSamePlace = ({ distance, alarm }: { readonly distance: number; readonly alarm: WireAlarm }) => ({
  distanceMetres: distance,
  alarm: readAlarm(alarm),
});

/** A dispatch is refused for the task that stands, or for an alarm whose fire is over. */
const readRefusedDispatch = (standing: WireTask | WireAlarm): NamedTask | NamedAlarm =>
  'taskContent' in standing ? readTask(standing) : readAlarm(standing);

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
  readonly resourceType: PlacedKind;
  readonly resourceName: string;
  readonly count: number;
  readonly list: readonly WirePlacedResource[];
}) => ({ kind: resourceType, kindName: resourceName, count, list: list.map(readNearThing) });

export const readers = {
  alarm: readAlarm,
  'same-place': readSamePlace,
  'history-line': readAlarmAct,
  'history-page-line': readHistoryPageLine,
  task: readTask,
  'refused-dispatch': readRefusedDispatch,
  'member-story': readMemberStory,
  plot: readPlot,
  shift: readShift,
  desk: readShifts,
  burning: readBurning,
  ranger: readRanger,
  'track-point': readTrackPoint,
  resource: readResource,
  'grid-count': readGridCount,
  'gate-image': readGateImage,
  'near-thing': readNearThing,
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
} as const;
export type ReaderName = keyof typeof readers;
/** What a reader gives. */
export type ReadBy<N extends ReaderName> = ReturnType<(typeof readers)[N]>;
