// Schemas of the archives of fires.

import { gridNo, position, schemaOf, time, whyRefused } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { ALARM_KINDS, CLOSE_OUTCOMES } from '../alarm/alarm.ts';
import { WIRE_KINDS } from '../alarm/alarm-kinds.wire.ts';
import { anyAlarm, historyLine } from '../alarm/specified-alarm.schema.ts';
import { archivedPlot } from '../plot/plot.schema.ts';
import { task, taskStep } from '../task/task.schema.ts';
import { BURN_PICTURE_ROLES, BURNED_SEVERITIES } from './burn-severity.ts';
import {
  ARCHIVE_STATES,
  type Assessment,
  BURNED_METHODS,
  FIRE_GRADES,
  type FireArchive,
  type ListedArchive,
  type ListedVersion,
  LOSS_ITEMS,
} from './fire-archive.ts';

const grade = z.enum(FIRE_GRADES).nullable();

const polygons = z.array(z.array(z.array(z.tuple([z.number(), z.number()]))));

/** Hectares of each burned severity. */
const severityHectares = z.object({ low: z.number(), 'moderate-low': z.number(), 'moderate-high': z.number(), high: z.number() });

/** Connected cells of one severity inside the polygon of index `of`. */
const patches = z.array(
  z.object({ of: z.number(), severity: z.enum(BURNED_SEVERITIES), rings: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
);

const pictures = z.object({ files: z.array(z.string()), day: z.string().nullable() });

const assessment = schemaOf<Assessment>()(
  z.object({
    burned: z
      .object({
        polygons,
        method: z.enum(BURNED_METHODS),
        source: z.string().nullable(),
        /** Hectares on the ellipsoid. */
        hectares: z.number(),
        cover: z.object({ forest: z.number(), grass: z.number(), farm: z.number(), other: z.number() }).nullable(),
        /** Absent in versions sealed before this field was stored, as is `mapping`. */
        coverSource: z
          .union([z.object({ by: z.literal('imported'), files: z.array(z.string()) }), z.object({ by: z.literal('alarm') })])
          .nullish(),
        /** How the area was computed from satellite pictures; null: it was drawn or imported. */
        mapping: z
          .object({
            before: pictures,
            after: pictures,
            /** dNBR. */
            threshold: z.number(),
            leastHectares: z.number(),
            patches,
            severityHectares,
          })
          .nullish(),
      })
      .nullable(),
    casualties: z.object({ dead: z.number(), badlyHurt: z.number(), slightlyHurt: z.number() }),
    losses: z.array(z.object({ item: z.enum(LOSS_ITEMS), quantity: z.number(), yuan: z.number().nullable(), note: z.string().nullable() })),
    cause: z.string().nullable(),
    review: z.string().nullable(),
    lessons: z.array(z.string()),
  }),
);

const versionFields = {
  version: z.number(),
  corrects: z.object({ version: z.number(), sha256: z.string(), reason: z.string() }).nullable(),
  changedBy: z.string(),
  changedAt: time,
  seal: z.object({ by: z.string(), at: time, sha256: z.string() }).nullable(),
};

/** One version of an archive. */
export const fireArchive = schemaOf<Named<FireArchive>>()(
  z.object({
    ...versionFields,
    id: z.uuid(),
    fireId: z.uuid(),
    gridNo,
    gridName: z.string(),
    revision: z.number(),
    assessment,
    createdBy: z.string(),
    createdAt: time,
  }),
);

export const listedArchive = schemaOf<Named<ListedArchive>>()(
  z.object({
    fireId: z.uuid(),
    alarms: z.number(),
    alarmKind: z.enum(ALARM_KINDS),
    gridNo,
    gridName: z.string(),
    formattedAddress: z.string(),
    position,
    arrivedAt: time,
    closedAt: time,
    closedBy: z.string(),
    outcome: z.enum(CLOSE_OUTCOMES),
    state: z.enum(ARCHIVE_STATES),
    version: z.number().nullable(),
    hectares: z.number().nullable(),
    grade,
    casualties: z.object({ dead: z.number(), badlyHurt: z.number() }).nullable(),
  }),
);

/** A closed fire in the list of the specification. */
export const archivedFire = z.object({
  fireId: z.uuid(),
  /** How many of the fire's alarms are in the reader's grid. */
  alarms: z.number(),
  /** The kind of the first alarm that was closed as a fire. The place and the times are of the same alarm. */
  kind: z.enum(WIRE_KINDS),
  gridNo: z.string(),
  gridName: z.string(),
  formattedAddress: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  observationDateTime: z.string(),
  arriveTime: z.string(),
  closeTime: z.string(),
  closeUser: z.string(),
  outcome: z.enum(CLOSE_OUTCOMES),
  state: z.enum(ARCHIVE_STATES),
  /** The number of the newest version; null: 未建档. */
  version: z.number().nullable(),
  /** Hectares. */
  area: z.number().nullable(),
  grade,
  dead: z.number().nullable(),
  badlyHurt: z.number().nullable(),
  sealTime: z.string().nullable(),
  sha256: z.string().nullable(),
});
export type WireArchivedFire = z.output<typeof archivedFire>;

/** What the events record about a fire: the part of an archive that no officer enters. Sealed contents store it under these names. */
export const fireRecord = z.object({
  /** Sorted by arrival. Absent in versions sealed before this field was stored. */
  alarms: z.array(anyAlarm).optional(),
  /** 经过: what happened to the fire's alarms, oldest first; an act on several alarms appears once. */
  events: z.array(historyLine),
  tasks: z.array(z.object({ task, steps: z.array(taskStep) })),
  /** Tracks of the people sent, from dispatch to the end; points `[lng, lat, time]`. */
  tracks: z.array(z.object({ userId: z.string(), fullName: z.string(), points: z.array(z.tuple([z.number(), z.number(), z.string()])) })),
  /** Weather of the fire's grid at noon of each of its days: °C, %, km/h, mm in 24 h. */
  weather: z.array(
    z.object({
      day: z.string(),
      gridName: z.string(),
      temperature: z.number(),
      humidity: z.number(),
      windSpeed: z.number(),
      rain: z.number(),
      fwi: z.number(),
    }),
  ),
  plots: z.array(archivedPlot),
  /** The pictures of the alarms, the tasks and their reports, oldest first. */
  pictures: z.array(z.object({ url: z.string(), time: z.string(), from: z.enum(['alarm', 'task', 'report']), by: z.string().nullable() })),
});
export type WireFireRecord = z.output<typeof fireRecord>;

export const fireArchiveFile = z.object({
  fire: anyAlarm,
  /** null: 未建档. */
  archive: fireArchive.nullable(),
  record: fireRecord,
  /** Returns the orders, newest first. */
  versions: z.array(schemaOf<ListedVersion>()(z.object(versionFields))),
});
export type WireFireArchiveFile = z.output<typeof fireArchiveFile>;

/** The polygons of a file, and its features that were rejected. */
export const burnedFile = z.object({
  fileName: z.string(),
  polygons,
  hectares: z.number(),
  rejected: z.array(z.object({ line: z.number(), ...whyRefused })),
});
export type BurnedFile = z.output<typeof burnedFile>;

// A burned area computed from satellite pictures: the state of a run, and its outlines at a threshold.

export const BURN_MAPPING_STATES = ['reading', 'ready', 'failed'] as const;

export const burnMappingRun = z.object({
  id: z.uuid(),
  state: z.enum(BURN_MAPPING_STATES),
  percent: z.number(),
  pictures: z.array(
    z.object({
      role: z.enum(BURN_PICTURE_ROLES),
      fileName: z.string(),
      /** Coordinate system, such as EPSG:32648. */
      system: z.string(),
      columns: z.number(),
      rows: z.number(),
      bands: z.number(),
      cellMetres: z.number(),
    }),
  ),
  /** Faults of a failed run. `role` null: the fault is of no particular file. */
  faults: z.array(z.object({ role: z.enum(BURN_PICTURE_ROLES).nullable(), ...whyRefused })),
  /** Result of a ready run: hectares around the fire. */
  result: z
    .object({
      cellMetres: z.number(),
      /** Area where the value of either date is unknown: clouds, borders. */
      unknownHectares: z.number(),
      severityHectares: severityHectares.extend({ unburned: z.number() }),
      /** Hectares at or above each threshold, from the lowest threshold to the highest in steps of 0.01. */
      hectaresAbove: z.array(z.number()),
    })
    .nullable(),
});
export type BurnMappingRun = z.output<typeof burnMappingRun>;

const leftOut = z.object({ count: z.number(), hectares: z.number() });

export const burnMappingOutline = z.object({
  polygons,
  patches,
  hectares: z.number(),
  severityHectares,
  /** Specks below the least area. */
  specks: leftOut,
  /** Parts that reach beyond the caller's grid. */
  outside: leftOut,
  /** Severities are drawn in squares of this many cells a side, because finer ones would have too many points. 1: cell by cell. */
  mergedCells: z.number(),
});
export type BurnMappingOutline = z.output<typeof burnMappingOutline>;
