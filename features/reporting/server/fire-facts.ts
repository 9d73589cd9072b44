// The facts of a fire that the rules need: taken from its alarms, drawings, the borders and facilities around it, the calendar, and
// officers' notes. A fire in several counties has one part for each, because each county reports its own.

import { ancestorAt, BORDER_LEVELS, type GridNo, NATION, type Position } from '@lookout/domain';
import { detectionSourceOf, lookOf } from '@lookout/fusion';
import { nearestOnShape } from '@lookout/geo';
import { HOLIDAYS } from '@lookout/region';
import type { Room } from '@lookout/server/services/open.ts';
import { type Alarm, closureOf, judgementOf, verdictOf } from '../../alarm/alarm.ts';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { AssetKind } from '../../resource/resource.ts';
import { burntArea } from '../../spread/service/burnt-area.ts';
import type { AlarmOfFire, NotedRow } from '../due-reports.store.ts';
import type { Known, NotedFact, NotedFacts, ReportingFacts } from '../reporting-rule.ts';

/** The part of a fire in one county. */
export interface FirePart {
  readonly fireId: string;
  readonly gridNo: GridNo;
  /** The alarms in the order of their arrival, without those judged false. */
  readonly alarms: readonly Alarm[];
  /** The alarms judged real and not closed later as no fire, the first judged first. */
  readonly real: readonly Alarm[];
}

/** A part of a fire with the facts that the rules need. */
export interface KnownFire {
  readonly part: FirePart;
  readonly facts: ReportingFacts;
  readonly noted: readonly NotedRow[];
}

type Needs = Pick<Room, 'store' | 'gazetteer' | 'assetIndex'>;

/** Key facilities on the register of resources: 危险源. No other kind there is a home or a key facility. */
const KEY_FACILITIES: readonly AssetKind[] = ['DangerSource'];
const MOST_FACILITIES = 5;
/** Maximum number of cached distances: more than fires burn at once. */
const MOST_REMEMBERED = 5_000;

/** The parts of these fires, one for each county. */
export function firePartsOf(alarms: readonly AlarmOfFire[]): FirePart[] {
  // A danger check is not a sighting of a fire.
  const valid = alarms.filter(({ alarm }) => verdictOf(alarm.response) !== 'false' && detectionSourceOf(alarm.facts) !== null);
  const groups = Map.groupBy(valid, ({ alarm, fireId }) => `${fireId} ${countyOf(alarm)}`);
  return [...groups.values()].map((members) => {
    const [{ alarm: first, fireId }] = members as [AlarmOfFire];
    const own = members.map(({ alarm }) => alarm);
    return { fireId, gridNo: countyOf(first), alarms: own, real: own.filter(isRealFire).sort(byJudgement) };
  });
}

/** The county, or the grid itself if it is wider than a county. */
const countyOf = ({ gridNo }: Alarm): GridNo => ancestorAt(gridNo, 'county') ?? gridNo;

/** Judged real, and not closed as 核实非火情. */
const isRealFire = ({ response }: Alarm): boolean => verdictOf(response) === 'real' && closureOf(response)?.outcome !== 'no-fire';

const judgedAtMs = ({ response }: Alarm): number => judgementOf(response)?.at.getTime() ?? Number.POSITIVE_INFINITY;
const byJudgement = (a: Alarm, b: Alarm): number => judgedAtMs(a) - judgedAtMs(b) || (a.id < b.id ? -1 : 1);

export interface FireFacts {
  /**
   * The facts of parts with at least one real alarm. @param facilitiesWithin radius around the fire in metres; 0: facilities are not
   * queried
   */
  of(parts: readonly FirePart[], facilitiesWithin: number): Promise<KnownFire[]>;
}

export function createFireFacts({ store, gazetteer, assetIndex }: Needs): FireFacts {
  const bordersOf = createBorderDistances(store);
  return {
    async of(parts, facilitiesWithin) {
      const ids = parts.flatMap(({ alarms }) => alarms.map(({ id }) => id));
      const [noted, burnt, borders, facilities] = await Promise.all([
        store.dueReports.factsOf(ids),
        store.dueReports.burntAreas(ids),
        bordersOf(gazetteer(), parts.map(placeOf)),
        Promise.all(parts.map((part) => facilitiesAround(part, facilitiesWithin))),
      ]);
      return parts.map((part, index): KnownFire => {
        const own = new Set(part.alarms.map(({ id }) => id));
        const ownNoted = noted.filter(({ alarmId }) => own.has(alarmId));
        const drawn = burnt.filter(({ fireId }) => fireId !== null && own.has(fireId));
        const closures = part.real.map(({ response }) => closureOf(response)?.at ?? null);
        const [firstJudged] = part.real as [Alarm];
        return {
          part,
          noted: ownNoted,
          facts: {
            gridNo: part.gridNo,
            judgedAt: new Date(judgedAtMs(firstJudged)),
            burningSince: new Date(Math.min(...part.alarms.map(({ observedAt }) => observedAt.getTime()))),
            outAt: closures.every((at) => at !== null) ? new Date(Math.max(...closures.map((at) => at.getTime()))) : null,
            area: burntArea(part.alarms, drawn),
            pixels: pixelsOf(part.alarms),
            borders: borders[index] ?? {},
            facilities: facilities[index] ?? [],
            noted: newestOfEach(ownNoted),
            holidays: HOLIDAYS,
          },
        };
      });
    },
  };

  /** Only facilities in the part's own county, because the county may not read those beyond it. */
  async function facilitiesAround(part: FirePart, radiusMetres: number): Promise<ReportingFacts['facilities']> {
    if (radiusMetres === 0) return [];
    const { position: centre } = placeOf(part);
    const { list } = await assetIndex.around(part.gridNo, { centre, radiusMetres, kinds: KEY_FACILITIES, byKind: false }, MOST_FACILITIES);
    return list.flatMap(({ name, position: { lng, lat } }) => {
      const near = nearestOnShape({ type: 'Point', coordinates: [lng, lat] }, centre);
      return near === null ? [] : [{ name, metres: near.metres }];
    });
  }
}

interface Place {
  readonly gridNo: GridNo;
  readonly position: Position;
}

/** The place of the alarm that was judged first, which is the one that the report is about. */
const placeOf = ({ gridNo, real, alarms }: FirePart): Place => ({ gridNo, position: (real[0] ?? (alarms[0] as Alarm)).position });

type Borders = ReportingFacts['borders'];

/**
 * Distances to the borders of a place's grids. Cached as long as the gazetteer is the same, because a fire does not move and a border has
 * thousands of vertices.
 */
function createBorderDistances({ areas }: Room['store']) {
  const remembered = new WeakMap<Gazetteer, Map<string, Borders>>();
  const keyOf = ({ gridNo, position: { lng, lat } }: Place): string => `${gridNo} ${lng} ${lat}`;
  const gridsOf = ({ gridNo }: Place) =>
    BORDER_LEVELS.flatMap((level) => {
      const no = ancestorAt(gridNo, level);
      return no === null ? [] : [{ level, no }];
    });

  return async (gazetteer: Gazetteer, places: readonly Place[]): Promise<Borders[]> => {
    const before = remembered.get(gazetteer);
    const known = before === undefined || before.size > MOST_REMEMBERED ? new Map<string, Borders>() : before;
    remembered.set(gazetteer, known);
    const fresh = places.filter((place) => !known.has(keyOf(place)));
    const nos = [...new Set(fresh.flatMap((place) => gridsOf(place).map(({ no }) => no)))];
    const boundaries = new Map(nos.length === 0 ? [] : (await areas.of(NATION, nos)).map(({ no, boundary }) => [no, boundary]));
    for (const place of fresh) {
      const borders = gridsOf(place).flatMap(({ level, no }) => {
        const boundary = boundaries.get(no);
        // The boundary is measured as lines, because inside the area the distance to the area itself is zero.
        const near = boundary && nearestOnShape({ type: 'MultiLineString', coordinates: boundary.coordinates.flat() }, place.position);
        return near ? [[level, near.metres] as const] : [];
      });
      known.set(keyOf(place), Object.fromEntries(borders));
    }
    return places.map((place) => known.get(keyOf(place)) ?? {});
  };
}

/** For each satellite alarm: its ordinal number within its pass, and when it arrived. */
function pixelsOf(alarms: readonly Alarm[]): Known<number>[] {
  const passes = Map.groupBy(
    alarms.filter(({ facts }) => facts.kind === 'satellite'),
    lookOf,
  );
  return [...passes.values()].flatMap((pass) => pass.map(({ arrivedAt }, index) => ({ value: index + 1, at: arrivedAt })));
}

/** @param noted oldest first */
const newestOfEach = (noted: readonly NotedRow[]): ReportingFacts['noted'] =>
  Object.fromEntries(noted.map(({ fact, known }): [NotedFact, Known<NotedFacts[NotedFact]>] => [fact, known]));
