// Converts archives of fires to and from the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { AlarmKind, CloseOutcome, NamedAlarm } from '../alarm/alarm.ts';
import { readAlarm, readKind } from '../alarm/alarm.wire.ts';
import { readAlarmAct } from '../alarm/alarm-act.wire.ts';
import type { AlarmHistoryLine } from '../alarm/alarm-events.ts';
import type { Plot } from '../plot/plot.ts';
import { readArchivedPlot } from '../plot/plot.wire.ts';
import type { NamedTask, TaskStep } from '../task/task.ts';
import { readTask, readTaskStep } from '../task/task.wire.ts';
import type { BurnMapping } from './burn-severity.ts';
import type { WireArchivedFire, WireFireArchive, WireFireArchiveFile, WireFireRecord } from './fire-archive.schema.ts';
import {
  type ArchiveState,
  type Assessment,
  archiveState,
  type BurnedArea,
  type BurnedRing,
  type CoverSource,
  type FireArchive,
  type FireGrade,
  gradeOf,
} from './fire-archive.ts';

type WireBurned = NonNullable<WireFireArchive['assessment']['burned']>;

const copiedRing = (ring: BurnedRing) => ring.map(([lng, lat]): [number, number] => [lng, lat]);

const copiedEntered = ({ before, after, threshold, leastHectares, patches }: BurnMappingDraft) => ({
  before: { ...before, files: [...before.files] },
  after: { ...after, files: [...after.files] },
  threshold,
  leastHectares,
  patches: patches.map(({ rings, ...patch }) => ({ ...patch, rings: rings.map(copiedRing) })),
});

const copiedMapping = ({ severityHectares, ...entered }: BurnMapping): NonNullable<WireBurned['mapping']> => ({
  ...copiedEntered(entered),
  severityHectares: { ...severityHectares },
});

const copiedCoverSource = (source: CoverSource): NonNullable<WireBurned['coverSource']> =>
  source.by === 'imported' ? { ...source, files: [...source.files] } : source;

const copied = ({ burned, casualties, losses, cause, review, lessons }: Assessment): WireFireArchive['assessment'] => ({
  burned: burned && {
    polygons: burned.polygons.map((rings) => rings.map(copiedRing)),
    method: burned.method,
    source: burned.source,
    hectares: burned.hectares,
    cover: burned.cover && { ...burned.cover },
    ...(burned.coverSource !== undefined && { coverSource: burned.coverSource && copiedCoverSource(burned.coverSource) }),
    ...(burned.mapping !== undefined && { mapping: burned.mapping && copiedMapping(burned.mapping) }),
  },
  casualties: { ...casualties },
  losses: losses.map((loss) => ({ ...loss })),
  cause,
  review,
  lessons: [...lessons],
});

export const writeFireArchive = (archive: FireArchive, nameOf: GridNames): WireFireArchive => ({
  id: archive.id,
  fireId: archive.fireId,
  gridNo: archive.gridNo,
  gridName: nameOf(archive.gridNo) ?? archive.gridNo,
  version: archive.version,
  revision: archive.revision,
  corrects: archive.corrects && { ...archive.corrects },
  assessment: copied(archive.assessment),
  grade: gradeOf(archive.assessment).grade,
  createUser: archive.createdBy,
  createTime: formatTime(archive.createdAt),
  updateUser: archive.changedBy,
  updateTime: formatTime(archive.changedAt),
  sealUser: archive.seal?.by ?? null,
  sealTime: archive.seal && formatTime(archive.seal.at),
  sha256: archive.seal?.sha256 ?? null,
});

/** The inverse of `writeFireArchive`, with times to the second. The grade is computed from the assessment. */
export const readFireArchive = (w: WireFireArchive): Named<FireArchive> => ({
  id: w.id,
  fireId: w.fireId,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  version: w.version,
  revision: w.revision,
  corrects: w.corrects,
  assessment: w.assessment,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
  seal:
    w.sealUser === null || w.sealTime === null || w.sha256 === null ? null : { by: w.sealUser, at: readTime(w.sealTime), sha256: w.sha256 },
});

/** A row of the list of closed fires. */
export interface ListedArchive {
  readonly fireId: string;
  /** How many alarms the fire has. */
  readonly alarms: number;
  readonly alarmKind: AlarmKind;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly formattedAddress: string;
  readonly position: { readonly lng: number; readonly lat: number };
  readonly arrivedAt: Date;
  readonly closedAt: Date;
  readonly closedBy: string;
  readonly outcome: CloseOutcome;
  readonly state: ArchiveState;
  readonly version: number | null;
  readonly hectares: number | null;
  readonly grade: FireGrade | null;
  readonly casualties: { readonly dead: number; readonly badlyHurt: number } | null;
}

export const readArchivedFire = (w: WireArchivedFire): ListedArchive => ({
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
  readonly versions: readonly {
    readonly version: number;
    readonly state: ArchiveState;
    readonly reason: string | null;
    readonly changedBy: string;
    readonly changedAt: Date;
    readonly sha256: string | null;
  }[];
}

export const readFireArchiveFile = ({ fire, archive, record, versions }: WireFireArchiveFile): FireArchiveFile => ({
  fire: readAlarm(fire),
  archive: archive && readFireArchive(archive),
  record: {
    alarms: record.alarms?.map(readAlarm) ?? null,
    events: record.events.map(readAlarmAct),
    tasks: record.tasks.map(({ task, steps }) => ({ task: readTask(task), steps: steps.map(readTaskStep) })),
    tracks: record.tracks.map(({ points, ...person }) => ({
      ...person,
      points: points.map(([lng, lat, time]) => ({ lng, lat, at: readTime(time) })),
    })),
    weather: record.weather,
    plots: record.plots.map(readArchivedPlot),
    pictures: record.pictures.map(({ time, ...picture }) => ({ ...picture, at: readTime(time) })),
  },
  versions: versions.map(({ version, state, reason, updateUser, updateTime, sha256 }) => ({
    version,
    state,
    reason,
    changedBy: updateUser,
    changedAt: readTime(updateTime),
    sha256,
  })),
});

/** The versions of a fire, newest first, without their contents. */
export const writeArchiveVersions = (archives: readonly FireArchive[]): WireFireArchiveFile['versions'] =>
  archives.map((archive) => ({
    version: archive.version,
    state: archiveState(archive),
    reason: archive.corrects?.reason ?? null,
    updateUser: archive.changedBy,
    updateTime: formatTime(archive.changedAt),
    sealUser: archive.seal?.by ?? null,
    sealTime: archive.seal && formatTime(archive.seal.at),
    sha256: archive.seal?.sha256 ?? null,
  }));

/** An assessment as entered, without the area, which the server computes. */
export interface AssessmentDraft extends Omit<Assessment, 'burned'> {
  readonly burned: BurnedDraft | null;
}

/** How a burned area was computed, before the server measures it. */
export type BurnMappingDraft = Omit<BurnMapping, 'severityHectares'>;

export interface BurnedDraft extends Pick<BurnedArea, 'polygons' | 'method' | 'source'> {
  readonly mapping: BurnMappingDraft | null;
}

/** The assessment in the body of `reviseArchive`. */
export const writeAssessmentDraft = ({ burned, ...assessment }: AssessmentDraft) => ({
  ...copied({ ...assessment, burned: null }),
  burned: burned && {
    polygons: burned.polygons.map((rings) => rings.map(copiedRing)),
    method: burned.method,
    source: burned.source,
    mapping: burned.mapping && copiedEntered(burned.mapping),
  },
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const fireArchiveReaders = {
  'archived-fire': readArchivedFire,
  'fire-archive': readFireArchive,
  'fire-archive-file': readFireArchiveFile,
} as const;
