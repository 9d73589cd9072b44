import {
  actorName,
  eventObject,
  type GridNo,
  type LandCover,
  type OccurrencesOf,
  ok,
  type Position,
  type Result,
  refuse,
} from '@lookout/domain';
import type { Alarm, AlarmKind, CloseOutcome } from '../alarm/alarm.ts';
import { isDrill } from '../exercise/drill.ts';
import type { BurnMapping } from './burn-severity.ts';
import type { BurnedRing } from './burned-ring.ts';
/** The coordinates of a GeoJSON MultiPolygon: each polygon is an outer ring and its holes. */
export type BurnedPolygons = readonly (readonly BurnedRing[])[];

/** 手绘, 导入, 卫星影像. */
export const BURNED_METHODS = ['drawn', 'imported', 'satellite'] as const;
export type BurnedMethod = (typeof BURNED_METHODS)[number];

/** Hectares of each cover. */
export type CoverHectares = Readonly<Record<LandCover, number>>;

/** The source of the cover: the imported land cover files, or the percentages reported by the alarm's satellite. */
export type CoverSource = { readonly by: 'imported'; readonly files: readonly string[] } | { readonly by: 'alarm' };

export interface BurnedArea {
  readonly polygons: BurnedPolygons;
  readonly method: BurnedMethod;
  /** The file or the pictures the area was made from. */
  readonly source: string | null;
  /** Area on the ellipsoid. */
  readonly hectares: number;
  /** null: not known. */
  readonly cover: CoverHectares | null;
  /** null with an unknown cover; absent in versions sealed before this field was stored. */
  readonly coverSource?: CoverSource | null | undefined;
  /**
   * How the area was computed from satellite pictures; null: it was drawn or imported. Absent in versions sealed before this field was
   * stored.
   */
  readonly mapping?: BurnMapping | null | undefined;
}

/** 死亡, 重伤, 轻伤. */
export interface Casualties {
  readonly dead: number;
  readonly badlyHurt: number;
  readonly slightlyHurt: number;
}

/** The kinds of losses, each with its unit. */
export const LOSS_UNITS = {
  timber: 'cubic-metre',
  saplings: 'plant',
  bamboo: 'plant',
  buildings: 'room',
  livestock: 'head',
  vehicles: 'piece',
  equipment: 'piece',
  firefighting: 'person-day',
  other: 'piece',
} as const;
export type LossItem = keyof typeof LOSS_UNITS;
export type LossUnit = (typeof LOSS_UNITS)[LossItem];
export const LOSS_ITEMS = Object.keys(LOSS_UNITS) as readonly LossItem[];

export interface Loss {
  readonly item: LossItem;
  /** In the item's unit. */
  readonly quantity: number;
  readonly yuan: number | null;
  readonly note: string | null;
}

/** The data that an archivist enters. */
export interface Assessment {
  readonly burned: BurnedArea | null;
  readonly casualties: Casualties;
  readonly losses: readonly Loss[];
  /** 起火原因. */
  readonly cause: string | null;
  /** 处置评估: how the response went. */
  readonly review: string | null;
  /** 经验教训. */
  readonly lessons: readonly string[];
}

export const EMPTY_ASSESSMENT: Assessment = {
  burned: null,
  casualties: { dead: 0, badlyHurt: 0, slightlyHurt: 0 },
  losses: [],
  cause: null,
  review: null,
  lessons: [],
};

/** How a burned area was computed, before the server measures it. */
export type BurnMappingDraft = Omit<BurnMapping, 'severityHectares'>;

export interface BurnedDraft extends Pick<BurnedArea, 'polygons' | 'method' | 'source'> {
  readonly mapping: BurnMappingDraft | null;
}

/** An assessment as entered. The server measures the burned area. */
export interface AssessmentDraft extends Omit<Assessment, 'burned'> {
  readonly burned: BurnedDraft | null;
}

export const MOST_LOSSES = 50;
export const MOST_LESSONS = 30;
/** Maximum number of vertices of a burned area in all. Along the cells of 20 m pictures a fire of 10,000 ha has some 10,000. */
export const MOST_BURNED_POINTS = 20_000;
export const MOST_BURNED_POLYGONS = 500;

export interface Seal {
  readonly by: string;
  readonly at: Date;
  /** SHA-256 of the canonical JSON (RFC 8785) of the sealed content, in hexadecimal. */
  readonly sha256: string;
}

/** One version of a fire's archive. */
export interface FireArchive {
  readonly id: string;
  /** The id of the fire's first alarm when the archive was begun. */
  readonly fireId: string;
  readonly gridNo: GridNo;
  /** Counted from 1 for each fire. */
  readonly version: number;
  /** Number of changes of this version. A change based on an older revision is refused. */
  readonly revision: number;
  /** The sealed version that this one corrects, and why. */
  readonly corrects: { readonly version: number; readonly sha256: string; readonly reason: string } | null;
  readonly assessment: Assessment;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
  /** null: a draft. */
  readonly seal: Seal | null;
}

/** A version without its assessment. */
export type ListedVersion = Pick<FireArchive, 'version' | 'corrects' | 'changedBy' | 'changedAt' | 'seal'>;

/** 未建档, 草稿, 已封存. */
export const ARCHIVE_STATES = ['none', 'draft', 'sealed'] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];

export const archiveState = (archive: Pick<FireArchive, 'seal'> | null): ArchiveState =>
  archive === null ? 'none' : archive.seal === null ? 'draft' : 'sealed';

/** Only a confirmed fire has an archive: an alarm closed as 核实非火情 has none. */
export const hasArchive = ({ response, ...alarm }: Pick<Alarm, 'response' | 'exerciseId'>): boolean =>
  response.stage === 'closed' && response.closure.outcome !== 'no-fire' && !isDrill(alarm);

/** 一般, 较大, 重大, 特别重大. */
export const FIRE_GRADES = ['general', 'larger', 'major', 'extraordinary'] as const;
export type FireGrade = (typeof FIRE_GRADES)[number];

/** The lower bound of each grade (森林防火条例 第四十条; "以上" includes the number itself). */
const LEAST_HECTARES = [0, 1, 100, 1_000] as const;
const LEAST_DEAD = [1, 3, 10, 30] as const;
const LEAST_BADLY_HURT = [1, 10, 50, 100] as const;

/** The index of the highest grade whose lower bound is reached; −1: none. */
const reached = (value: number, least: readonly number[]): number => least.findLastIndex((bound) => value >= bound);

export interface Grading {
  /** The higher of the two grades; null: neither is known yet. */
  readonly grade: FireGrade | null;
  readonly byArea: FireGrade | null;
  readonly byCasualties: FireGrade | null;
}

/** The grade of a fire by its burned area and by its casualties. */
export function gradeOf({ burned, casualties: { dead, badlyHurt } }: Pick<Assessment, 'burned' | 'casualties'>): Grading {
  const area = burned === null ? -1 : reached(burned.hectares, LEAST_HECTARES);
  const people = Math.max(reached(dead, LEAST_DEAD), reached(badlyHurt, LEAST_BADLY_HURT));
  const named = (rank: number): FireGrade | null => FIRE_GRADES[rank] ?? null;
  return { grade: named(Math.max(area, people)), byArea: named(area), byCasualties: named(people) };
}

/** The cover of an area by its shares, which need not add up to one; null: all shares are zero. */
export function coverByShares(shares: Readonly<Record<LandCover, number>>, hectares: number): CoverHectares | null {
  const sum = shares.forest + shares.grass + shares.farm + shares.other;
  if (!(sum > 0)) return null;
  const part = (share: number): number => (hectares * share) / sum;
  return { forest: part(shares.forest), grass: part(shares.grass), farm: part(shares.farm), other: part(shares.other) };
}

/** The land cover of an area by the percentages that the alarm's satellite reported; null: it reported none. */
export function coverByAlarm({ facts }: Pick<Alarm, 'facts'>, hectares: number): CoverHectares | null {
  if (facts.kind !== 'satellite') return null;
  const { woodland, grassland, farmland, otherland } = facts;
  return coverByShares({ forest: woodland ?? 0, grass: grassland ?? 0, farm: farmland ?? 0, other: otherland ?? 0 }, hectares);
}

export const lossYuan = (losses: readonly Loss[]): number => losses.reduce((sum, { yuan }) => sum + (yuan ?? 0), 0);

/** A closed fire in the list, with the newest version of its archive. */
export interface ListedArchive {
  readonly fireId: string;
  /** How many of the fire's alarms are in the reader's grid. */
  readonly alarms: number;
  /** The kind of the first alarm that was closed as a fire. The place and the times are of the same alarm. */
  readonly alarmKind: AlarmKind;
  readonly gridNo: GridNo;
  readonly formattedAddress: string;
  readonly position: Position;
  readonly arrivedAt: Date;
  readonly closedAt: Date;
  readonly closedBy: string;
  readonly outcome: CloseOutcome;
  readonly state: ArchiveState;
  /** null, like the next three fields: the fire has no archive (未建档). */
  readonly version: number | null;
  /** null also when the burned area is not known. */
  readonly hectares: number | null;
  readonly grade: FireGrade | null;
  readonly casualties: Pick<Casualties, 'dead' | 'badlyHurt'> | null;
}

// What may be done. Each function returns a change, or the reason against it.

/** A new version can begin only after the previous one is sealed, and must state a reason. */
export function mayOpen(latest: FireArchive | null, reason: string | null): Result<number, 'draft-open' | 'reason-missing'> {
  if (latest === null) return ok(1);
  if (latest.seal === null) return refuse('draft-open');
  return reason === null ? refuse('reason-missing') : ok(latest.version + 1);
}

/** @param revision the revision that the officer saw */
export function mayRevise({ seal, revision: current }: FireArchive, revision: number): Result<number, 'sealed' | 'revised'> {
  if (seal !== null) return refuse('sealed');
  return revision === current ? ok(current + 1) : refuse('revised');
}

/** A version can be sealed only if it has a burned area and a review of the response. */
export function maySeal(archive: FireArchive, revision: number): Result<number, 'sealed' | 'revised' | 'area-missing' | 'review-missing'> {
  const free = mayRevise(archive, revision);
  if (!free.ok) return free;
  if (archive.assessment.burned === null) return refuse('area-missing');
  return archive.assessment.review === null ? refuse('review-missing') : free;
}

export interface ArchivePayloads {
  'archive.opened': { readonly archive: FireArchive };
  'archive.revised': { readonly assessment: Assessment; readonly revision: number };
  'archive.sealed': { readonly sha256: string; readonly revision: number };
}

/**
 * @param by the name of the officer who caused the event
 * @returns the version after the event
 */
export function applyToArchive(archive: FireArchive | null, event: ArchiveEvent, by: string): FireArchive | null {
  if (event.kind === 'archive.opened') return event.payload.archive;
  if (archive === null) return null;
  const { happenedAt: at } = event;
  const changed = { ...archive, revision: event.payload.revision, changedBy: by, changedAt: at };
  return event.kind === 'archive.revised'
    ? { ...changed, assessment: event.payload.assessment }
    : { ...changed, seal: { by, at, sha256: event.payload.sha256 } };
}

export type ArchiveEvent = OccurrencesOf<ArchivePayloads>;

export const archiveObject = eventObject<ArchivePayloads, FireArchive>()({
  apply: (archive, event) => applyToArchive(archive, event, actorName(event.actor)),
  keeping: {
    'archive.opened': 'always',
    'archive.revised': 'always',
    'archive.sealed': 'always',
  },
  summaries: {
    'archive.opened': ({ archive: { fireId, version, corrects } }) => ({ fireId, version, corrects }),
    'archive.revised': ({ revision }) => ({ revision }),
  },
});
