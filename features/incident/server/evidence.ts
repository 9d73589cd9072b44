// The evidence of an alarm for its fire: its position error, the reliability of its source, the known heat source that explains it, and the
// reasons that make it less certain.

import { covers, DAY_MS, haversineMetres, NATION, type Position } from '@lookout/domain';
import {
  covarianceOf,
  DETECTION_SOURCES,
  detectionSourceOf,
  type ErrorScales,
  isOfHeat,
  isUsualHeat,
  lookOf,
  STATED_ERRORS,
} from '@lookout/fusion';
import { type AreaIndex, type Covariance, createAreaIndex } from '@lookout/geo';
import { type Alarm, isMasked, verdictOf } from '../../alarm/alarm.ts';
import { believedAtFirst, believedByHistory, type CalmingReason, type VerdictHistory } from '../../alarm/certainty.ts';
import { BURNING_CALMS_METRES, BURNING_GRACE_MS } from '../../burning/burning.ts';
import {
  boxOf,
  type DegreeBox,
  HEAT_REACH_METRES,
  isOfMachine,
  type KnownHeat,
  LARGEST_HEAT_RADIUS_METRES,
  type MapMask,
} from '../../known-heat/known-heat.ts';
import type { Repositories } from '../../store.ts';
import { beijingDay } from '../../task/patrol.ts';
import { THREAT_METRES } from '../fire-danger.ts';
import type { AlarmEvidence } from '../incident.ts';

/** The evidence stored with an alarm. */
export interface Said {
  readonly evidence: AlarmEvidence;
  /** `<id>/<day>`; null: no known heat source explains it. */
  readonly knownHeat: string | null;
}

/** The data by which alarms are weighted: read once, and again when it has changed or is an hour old. */
export interface Basis {
  readonly readAt: Date;
  readonly history: ReadonlyMap<string, VerdictHistory>;
  readonly scales: ErrorScales;
  readonly heats: Cells<KnownHeat>;
  readonly masks: readonly MaskedArea[];
}

interface MaskedArea {
  readonly mask: MapMask;
  readonly box: DegreeBox;
  readonly area: AreaIndex;
}

/** The period of verdicts from which the reliability of a source is learned. */
const HISTORY_MS = 90 * DAY_MS;
/** Masks that ended earlier are not read, because alarms that old make no sound. */
const ENDED_MS = 7 * DAY_MS;
const NO_VERDICTS = { real: 0, false: 0 };

export async function readBasis(tx: Repositories, now: Date): Promise<Basis> {
  const history = await tx.incidents.verdictsBySource(new Date(now.getTime() - HISTORY_MS));
  const learned = await tx.errorScales.all();
  const heats = await tx.knownHeats.confirmed();
  const masks = await tx.mapMasks.endingAfter(new Date(now.getTime() - ENDED_MS));
  return {
    readAt: now,
    history,
    scales: { ...STATED_ERRORS, ...Object.fromEntries(DETECTION_SOURCES.map((source) => [source, learned.get(source) ?? 1])) },
    heats: inCells(heats, HEAT_CELL_DEGREES),
    masks: masks.map((mask) => ({ mask, box: boxOf(mask.polygon), area: areaOf(mask) })),
  };
}

/** An alarm in the form of the association, without its position error and the properties of its place. */
export const detectionOf = (alarm: Alarm) =>
  ({
    id: alarm.id,
    source: detectionSourceOf(alarm.facts) ?? 'person',
    look: lookOf(alarm),
    position: alarm.position,
    atMs: alarm.observedAt.getTime(),
    world: alarm.exerciseId ?? '',
  }) as const;

/**
 * @param basis null: there are no alarms
 * @param isConfirmedNear whether a user confirmed a fire within this many metres of a place on this day; the heat there is then not
 * attributed to the known source
 */
export async function evidenceOf(
  tx: Repositories,
  basis: Basis | null,
  alarms: readonly Alarm[],
  isConfirmedNear: (position: Position, atMs: number, metres: number) => boolean,
): Promise<ReadonlyMap<string, Said>> {
  if (alarms.length === 0 || basis === null) return new Map();
  const cameras = await camerasOf(tx, alarms);
  const isInBurning = await burningsAround(tx, alarms);
  const threatened = await tx.incidents.threatenedAround(
    alarms.map(({ position }) => position),
    THREAT_METRES,
  );
  return new Map(
    alarms.map((alarm, index) => {
      const covariance = toSixDigits(covarianceOf(alarm, cameraAt(alarm, cameras), basis.scales));
      const heat = heatOf(alarm, covariance, basis.heats, isConfirmedNear);
      const calmedBy: CalmingReason[] = [];
      if (isMasked(alarm) || basis.masks.some((masked) => isInMask(alarm, masked))) calmedBy.push('mask');
      if (heat !== null && isUsualHeat(heat, alarm.position, frpOf(alarm))) calmedBy.push('known-heat');
      if (isInBurning(alarm)) calmedBy.push('burning');
      const probability = believedByHistory(believedAtFirst(alarm), basis.history.get(sourceNameOf(alarm)) ?? NO_VERDICTS);
      const knownHeat = heat === null ? null : `${heat.id}/${beijingDay(alarm.observedAt)}`;
      const evidence = { look: lookOf(alarm), covariance, probability, calmedBy, threatens: threatened[index] ?? null };
      return [alarm.id, { evidence, knownHeat }];
    }),
  );
}

/** Rounds to the precision of the database, so that the stored values equal those that were published and used for the association. */
const toSixDigits = ({ eastEast, eastNorth, northNorth }: Covariance): Covariance => {
  const rounded = (value: number): number => Number(value.toPrecision(6));
  return { eastEast: rounded(eastEast), eastNorth: rounded(eastNorth), northNorth: rounded(northNorth) };
};

/** The key by which verdicts are counted: each camera and sensor separately, satellites together, people together. */
const sourceNameOf = ({ facts }: Alarm): string => {
  if (facts.kind === 'camera' || facts.kind === 'smoke') return `${facts.kind} ${facts.deviceId ?? ''}`;
  return facts.kind;
};

const frpOf = ({ facts }: Alarm): number | null => (facts.kind === 'satellite' ? facts.frpMegawatts : null);

/** The towers of these camera alarms. */
export async function camerasOf(
  tx: Pick<Repositories, 'monitoringPoints'>,
  alarms: readonly Alarm[],
): Promise<ReadonlyMap<string, Position>> {
  const ids = new Set(alarms.flatMap(({ facts }) => (facts.kind === 'camera' ? (facts.monitoringPointId ?? []) : [])));
  const { list } = await tx.monitoringPoints.list(NATION, { ids: [...ids] }, { limit: Math.max(1, ids.size) });
  return new Map(list.map(({ id, position }) => [id, position]));
}

export const cameraAt = ({ facts }: Alarm, cameras: ReadonlyMap<string, Position>): Position | null =>
  facts.kind === 'camera' && facts.monitoringPointId !== null ? (cameras.get(facts.monitoringPointId) ?? null) : null;

/** Cell size for finding heat sources: larger than their reach, from the tropics to the north of China. */
const HEAT_CELL_DEGREES = (2 * (LARGEST_HEAT_RADIUS_METRES + HEAT_REACH_METRES)) / 100_000;

/** The nearest known heat source that explains a machine's alarm; none where a fire is confirmed. */
function heatOf(
  alarm: Alarm,
  covariance: Covariance,
  heats: Cells<KnownHeat>,
  isConfirmedNear: (position: Position, atMs: number, metres: number) => boolean,
): KnownHeat | null {
  if (!isOfMachine(alarm.facts.kind) || verdictOf(alarm.response) === 'real') return null;
  const near = heats
    .around(alarm.position)
    .map((heat) => ({ heat, beyond: haversineMetres(heat.position, alarm.position) - heat.radiusMetres }))
    .filter(({ heat, beyond }) => beyond <= HEAT_REACH_METRES && isOfHeat(heat, alarm.position, covariance))
    .sort((a, b) => a.beyond - b.beyond || (a.heat.id < b.heat.id ? -1 : 1));
  const heat = near[0]?.heat ?? null;
  if (heat === null) return null;
  return isConfirmedNear(heat.position, alarm.observedAt.getTime(), heat.radiusMetres + HEAT_REACH_METRES) ? null : heat;
}

const areaOf = ({ id, polygon }: MapMask): AreaIndex => {
  const ring = polygon.map(({ lng, lat }) => [lng, lat]);
  return createAreaIndex([{ no: id, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] } }]);
};

/** A mask lowers the certainty of alarms of its kinds in its grid, until it ends. */
function isInMask({ facts, gridNo, position: { lng, lat }, observedAt }: Alarm, { mask, box, area }: MaskedArea): boolean {
  return (
    isOfMachine(facts.kind) &&
    mask.alarmKinds.includes(facts.kind) &&
    observedAt <= mask.endsAt &&
    covers(mask.gridNo, gridNo) &&
    lng >= box.west &&
    lng <= box.east &&
    lat >= box.south &&
    lat <= box.north &&
    area.at(lng, lat) !== null
  );
}

/** Maximum number of approved burnings considered at once: a day of Qingming in a province. */
const MOST_BURNINGS = 5_000;
/** Cell size, chosen as for heat sources. */
const BURNING_CELL_DEGREES = (3 * BURNING_CALMS_METRES) / 100_000;

/** Whether an alarm was observed in an approved burning that was active at that time, or ended at most half an hour before. */
async function burningsAround(tx: Repositories, alarms: readonly Alarm[]): Promise<(alarm: Alarm) => boolean> {
  const times = alarms.map(({ observedAt }) => observedAt.getTime()).sort((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const { list } = await tx.burnings.list(
    NATION,
    { state: 'approved', begin: new Date(first - BURNING_GRACE_MS), end: new Date(last) },
    { limit: MOST_BURNINGS },
  );
  const burnings = inCells(list, BURNING_CELL_DEGREES);
  return ({ position: place, observedAt }) =>
    burnings
      .around(place)
      .some(
        ({ position, startsAt, endsAt }) =>
          observedAt >= startsAt &&
          observedAt.getTime() <= endsAt.getTime() + BURNING_GRACE_MS &&
          haversineMetres(position, place) <= BURNING_CALMS_METRES,
      );
}

/** Items indexed by position. */
interface Cells<T> {
  /** The items in the cell of a place and in the eight cells around it. */
  around(place: Position): T[];
}

function inCells<T extends { readonly position: Position }>(things: readonly T[], cellDegrees: number): Cells<T> {
  const cellOf = (degrees: number) => Math.floor(degrees / cellDegrees);
  const cells = Map.groupBy(things, ({ position }) => `${cellOf(position.lng)}/${cellOf(position.lat)}`);
  return {
    around({ lng, lat }) {
      if (cells.size === 0) return [];
      return AROUND.flatMap(([x, y]) => cells.get(`${cellOf(lng) + x}/${cellOf(lat) + y}`) ?? []);
    },
  };
}
const AROUND = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));
