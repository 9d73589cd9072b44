// Schemas of the archives of fires. A page loads the readers (fire-archive.ts) without them.
import { ARCHIVE_STATES, BURNED_METHODS, CLOSE_OUTCOMES, FIRE_GRADES, LOSS_ITEMS } from '@lookout/domain';
import { z } from 'zod';
import { whyRefused } from '../fields.ts';
import { WIRE_KINDS } from './alarm.ts';
import { alarmActEntry, anyAlarm } from './alarm-schema.ts';
import { plot, task, taskStep } from './live-schemas.ts';

const grade = z.enum(FIRE_GRADES).nullable();

const polygons = z.array(z.array(z.array(z.tuple([z.number(), z.number()]))));

const assessment = z.object({
  burned: z
    .object({
      polygons,
      method: z.enum(BURNED_METHODS),
      source: z.string().nullable(),
      /** Hectares on the ellipsoid. */
      hectares: z.number(),
      cover: z.object({ forest: z.number(), grass: z.number(), farm: z.number(), other: z.number() }).nullable(),
    })
    .nullable(),
  casualties: z.object({ dead: z.number(), badlyHurt: z.number(), slightlyHurt: z.number() }),
  losses: z.array(z.object({ item: z.enum(LOSS_ITEMS), quantity: z.number(), yuan: z.number().nullable(), note: z.string().nullable() })),
  cause: z.string().nullable(),
  review: z.string().nullable(),
  lessons: z.array(z.string()),
});

/** One version of an archive. */
export const fireArchive = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  version: z.number(),
  revision: z.number(),
  corrects: z.object({ version: z.number(), sha256: z.string(), reason: z.string() }).nullable(),
  assessment,
  /** By area and casualties; the higher counts. */
  grade,
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
  sealUser: z.string().nullable(),
  sealTime: z.string().nullable(),
  sha256: z.string().nullable(),
});
export type WireFireArchive = z.output<typeof fireArchive>;

/** A closed fire in the list. */
export const archivedFire = z.object({
  fireId: z.uuid(),
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
  /** Of the newest version; null: 未建档. */
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

/** What the events say of a fire: the part of an archive that nobody enters. */
export const fireRecord = z.object({
  /** 经过: the alarm's history, oldest first. */
  events: z.array(alarmActEntry),
  tasks: z.array(z.object({ task, steps: z.array(taskStep) })),
  /** Of the people sent, from dispatch to the end; points `[lng, lat, time]`. */
  tracks: z.array(z.object({ userId: z.string(), fullName: z.string(), points: z.array(z.tuple([z.number(), z.number(), z.string()])) })),
  /** Of the fire's grid on its days, at noon: °C, %, km/h, mm in 24 h. */
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
  plots: z.array(plot),
  /** From the alarm, its tasks and their reports, oldest first. */
  pictures: z.array(z.object({ url: z.string(), time: z.string(), from: z.enum(['alarm', 'task', 'report']), by: z.string().nullable() })),
});
export type WireFireRecord = z.output<typeof fireRecord>;

export const archiveVersion = z.object({
  version: z.number(),
  state: z.enum(ARCHIVE_STATES),
  reason: z.string().nullable(),
  updateUser: z.string(),
  updateTime: z.string(),
  sealUser: z.string().nullable(),
  sealTime: z.string().nullable(),
  sha256: z.string().nullable(),
});

export const fireArchiveFile = z.object({
  fire: anyAlarm,
  /** null: 未建档. */
  archive: fireArchive.nullable(),
  record: fireRecord,
  /** Newest first. */
  versions: z.array(archiveVersion),
});
export type WireFireArchiveFile = z.output<typeof fireArchiveFile>;

/** The polygons of a file, and what of it could not be taken. */
export const burnedFile = z.object({
  fileName: z.string(),
  polygons,
  hectares: z.number(),
  rejected: z.array(z.object({ line: z.number(), ...whyRefused })),
});
export type BurnedFile = z.output<typeof burnedFile>;
