// Archives of fires in the wire format: the list of the specification, and the record of a fire, which sealed contents store.

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { Alarm, NamedAlarm } from '../alarm/alarm.ts';
import { readAlarm, readKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { AlarmHistoryLine } from '../alarm/alarm-events.ts';
import { readHistoryLine } from '../alarm/alarm-history.wire.ts';
import type { Plot } from '../plot/plot.ts';
import { readArchivedPlot } from '../plot/plot.wire.ts';
import type { NamedTask, TaskStep } from '../task/task.ts';
import { readTask, readTaskStep } from '../task/task.wire.ts';
import type { WireArchivedFire, WireFireArchiveFile, WireFireRecord } from './fire-archive.schema.ts';
import type { FireArchive, ListedArchive, ListedVersion } from './fire-archive.ts';

/** @param archive the newest version; null: 未建档 */
export const writeArchivedFire = (
  fire: Named<ListedArchive>,
  { observedAt }: Pick<Alarm, 'observedAt'>,
  archive: Pick<FireArchive, 'seal'> | null,
): WireArchivedFire => ({
  fireId: fire.fireId,
  alarms: fire.alarms,
  kind: wireKinds[fire.alarmKind].kind,
  gridNo: fire.gridNo,
  gridName: fire.gridName,
  formattedAddress: fire.formattedAddress,
  longitude: fire.position.lng,
  latitude: fire.position.lat,
  observationDateTime: formatTime(observedAt),
  arriveTime: formatTime(fire.arrivedAt),
  closeTime: formatTime(fire.closedAt),
  closeUser: fire.closedBy,
  outcome: fire.outcome,
  state: fire.state,
  version: fire.version,
  area: fire.hectares,
  grade: fire.grade,
  dead: fire.casualties?.dead ?? null,
  badlyHurt: fire.casualties?.badlyHurt ?? null,
  sealTime: archive?.seal ? formatTime(archive.seal.at) : null,
  sha256: archive?.seal?.sha256 ?? null,
});

export const readArchivedFire = (w: WireArchivedFire): Named<ListedArchive> => ({
  fireId: w.fireId,
  alarms: w.alarms,
  alarmKind: readKind(w.kind),
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  formattedAddress: w.formattedAddress,
  position: { lng: w.longitude, lat: w.latitude },
  arrivedAt: readTime(w.arriveTime),
  closedAt: readTime(w.closeTime),
  closedBy: w.closeUser,
  outcome: w.outcome,
  state: w.state,
  version: w.version,
  hectares: w.area,
  grade: w.grade,
  casualties: w.dead === null || w.badlyHurt === null ? null : { dead: w.dead, badlyHurt: w.badlyHurt },
});

/** A fire with its archive and what its events record. */
export interface FireArchiveFile {
  readonly fire: NamedAlarm;
  readonly archive: Named<FireArchive> | null;
  readonly record: {
    /** null: not stored in this version. */
    readonly alarms: readonly NamedAlarm[] | null;
    readonly events: readonly AlarmHistoryLine[];
    readonly tasks: readonly { readonly task: NamedTask; readonly steps: readonly TaskStep[] }[];
    readonly tracks: readonly {
      readonly userId: string;
      readonly fullName: string;
      readonly points: readonly { readonly lng: number; readonly lat: number; readonly at: Date }[];
    }[];
    readonly weather: WireFireRecord['weather'];
    readonly plots: readonly Named<Plot>[];
    readonly pictures: readonly {
      readonly url: string;
      readonly at: Date;
      readonly from: 'alarm' | 'task' | 'report';
      readonly by: string | null;
    }[];
  };
  /** Returns the orders, newest first. */
  readonly versions: readonly ListedVersion[];
}

/** Reads the alarms, acts and tasks, whose JSON the specification defines, and the rest of the record, which sealed contents store. */
export const readFireArchiveFile = ({ fire, record, ...file }: WireFireArchiveFile): FireArchiveFile => ({
  ...file,
  fire: readAlarm(fire),
  record: {
    alarms: record.alarms?.map(readAlarm) ?? null,
    events: record.events.map(readHistoryLine),
    tasks: record.tasks.map(({ task, steps }) => ({ task: readTask(task), steps: steps.map(readTaskStep) })),
    tracks: record.tracks.map(({ points, ...person }) => ({
      ...person,
      points: points.map(([lng, lat, time]) => ({ lng, lat, at: readTime(time) })),
    })),
    weather: record.weather,
    plots: record.plots.map(readArchivedPlot),
    pictures: record.pictures.map(({ time, ...picture }) => ({ ...picture, at: readTime(time) })),
  },
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const fireArchiveReaders = {
  'archived-fire': readArchivedFire,
  'fire-archive-file': readFireArchiveFile,
} as const;
