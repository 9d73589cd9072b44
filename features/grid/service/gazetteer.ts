// The gazetteer: grids, boundaries and county seats, loaded as one snapshot. It finds the grid and the address of a position.

import {
  ancestorAt,
  assignGrid,
  centreLabel,
  covers,
  createSeatIndex,
  formattedAddress,
  type GridLevel,
  type GridNo,
  gridNames,
  haversineMetres,
  type KnownPlace,
  levelOf,
  lineage,
  NATION,
  ok,
  type Position,
  parentOf,
  type Result,
  refuse,
  seatLabel,
} from '@lookout/domain';
import { createAreaIndexBuilder, openAreaIndex, type SharedAreas } from '@lookout/geo';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { AlarmFacts, AlarmLocation, LocatedObservation, Observation } from '../../alarm/alarm.ts';
import type { Store } from '../../store.ts';
import type { GridRow, SeatRow, SourcedArea } from '../grids.store.ts';
import { createGridCatalogue, type GridCatalogue } from './grid-catalogue.ts';

export interface Gazetteer {
  readonly grids: GridCatalogue;
  /** The grid of a position and its address, by the rule of docs/interface.md; refuses positions outside China. */
  locate(position: Position, senderGrid: GridNo | null): Result<AlarmLocation, 'outside-china'>;
  /** Locates the position of an observation in the same way. */
  locateObservation<F extends AlarmFacts>(
    observation: Observation<F>,
    senderGrid: GridNo | null,
  ): Result<LocatedObservation<F>, 'outside-china'>;
  /** The county (or prefecture) at a position; null outside China. */
  gridAt(position: Position, senderGrid: GridNo | null): GridNo | null;
  /** Lets another thread open the same gazetteer without copying the boundaries. */
  readonly shared: SharedGazetteer;
}

/** Plain data over shared memory. */
export interface SharedGazetteer {
  readonly grids: readonly GridRow[];
  readonly seats: readonly SeatRow[];
  readonly prefectures: SharedAreas<GridNo>;
  readonly counties: SharedAreas<GridNo>;
  /** Imported villages and towns; where both are known, the village is returned. */
  readonly localities: SharedAreas<GridNo>;
  /** The names of towns and villages with a boundary; the tree in memory ends at the counties. */
  readonly localityNames: ReadonlyMap<GridNo, string>;
  /** For a county whose boundary contains the land of counties founded since: its own number and theirs. */
  readonly undivided: ReadonlyMap<GridNo, readonly GridNo[]>;
}

/** Reads grids, seats and boundaries once: about 3,300 grids and as many boundaries. */
export async function loadGazetteer(store: Store): Promise<Gazetteer> {
  const [grids, seats, areas] = await Promise.all([
    store.grids.list(NATION, { levels: ['nation', 'province', 'prefecture', 'county'] }, { limit: 10_000 }),
    store.grids.seats(NATION),
    store.areas.list(NATION),
  ]);
  const at = (level: GridLevel) => areas.filter(({ no }) => levelOf(no) === level);
  const counties = at('county');
  const localities = [...at('village'), ...at('town')];
  return openGazetteer({
    grids: grids.list,
    seats,
    prefectures: await indexOf(store, outlinesNeeded(areas)),
    // Where areas overlap the first one is returned, so an official boundary takes precedence over the seed's neighbours.
    counties: await indexOf(store, [...counties.filter(isOfficial), ...counties.filter((area) => !isOfficial(area))]),
    localities: await indexOf(store, localities),
    localityNames: await localityNamesOf(store, localities),
    undivided: new Map(counties.flatMap(({ no, alsoHolds }) => (alsoHolds.length === 0 ? [] : [[no, [no, ...alsoHolds]]]))),
  });
}

type AreaHead = Awaited<ReturnType<Store['areas']['list']>>[number];

const isOfficial = ({ source }: AreaHead): boolean => source === 'imported';

/**
 * The prefectures, and the provinces that have none (Taiwan, Hong Kong, Macau), whose own outline is needed: an official outline, and an
 * outline that is not, or is no longer, the union of its counties, because one of them is official. The others would double the memory that
 * the counties take.
 */
function outlinesNeeded(areas: readonly AreaHead[]): AreaHead[] {
  const divided = new Set(areas.map(({ no }) => parentOf(no)));
  const changed = new Set(areas.filter(isOfficial).map(({ no }) => parentOf(no)));
  return areas.filter((area) => {
    const level = levelOf(area.no);
    if (level === 'province') return !divided.has(area.no);
    return level === 'prefecture' && (!area.isUnion || isOfficial(area) || changed.has(area.no));
  });
}

/** The names by number, of these areas and of the towns above the villages. */
async function localityNamesOf(store: Store, areas: readonly AreaHead[]): Promise<Map<GridNo, string>> {
  const nos = [...new Set(areas.flatMap(({ no }) => lineage(no).filter((above) => above.length > COUNTY_DIGITS)))];
  const { list } = await store.grids.list(NATION, { nos }, { limit: nos.length + 1 });
  return new Map(list.map(({ no, name }) => [no, name]));
}

const COUNTY_DIGITS = 6;

/** Boundaries of the whole country are read in batches: together they would take hundreds of megabytes. */
const READ_TOGETHER = 50;

/** The known areas of these grids, in the order requested. */
async function* areasInParts(store: Pick<Store, 'areas'>, nos: readonly GridNo[]): AsyncGenerator<SourcedArea> {
  for (let from = 0; from < nos.length; from += READ_TOGETHER) {
    const part = nos.slice(from, from + READ_TOGETHER);
    const found = new Map((await store.areas.of(NATION, part)).map((area) => [area.no, area]));
    for (const no of part) {
      const area = found.get(no);
      if (area) yield area;
    }
  }
}

async function indexOf(store: Store, areas: readonly AreaHead[]): Promise<SharedAreas<GridNo>> {
  const builder = createAreaIndexBuilder<GridNo>();
  const nos = areas.map(({ no }) => no);
  for await (const { no, boundary } of areasInParts(store, nos)) builder.add({ no, geometry: boundary });
  return builder.build().shared;
}

export function openGazetteer(shared: SharedGazetteer): Gazetteer {
  const { grids: gridRows, seats: seatRows } = shared;
  const grids = createGridCatalogue(gridRows, seatRows);
  const prefectureIndex = openAreaIndex(shared.prefectures);
  const countyIndex = openAreaIndex(shared.counties);
  const localityIndex = openAreaIndex(shared.localities);
  const seats = createSeatIndex(seatRows.map(({ no, name, position }) => ({ no, name, ...position })));

  const countiesAt = ({ lng, lat }: Position, locality: GridNo | null): readonly GridNo[] => {
    const official = locality && ancestorAt(locality, 'county');
    if (official) return [official];
    const county = countyIndex.at(lng, lat);
    return county === null ? [] : (shared.undivided.get(county) ?? [county]);
  };
  const gridOf = (position: Position, senderGrid: GridNo | null, locality = localityIndex.at(position.lng, position.lat)) =>
    assignGrid(position, {
      prefecture: prefectureIndex.at(position.lng, position.lat),
      counties: countiesAt(position, locality),
      senderGrid,
      seats,
    });

  // Cached: every alarm needs the names of its grid, and there are few grids and many alarms.
  const names = new Map<GridNo, string>();
  const namesDownTo = (no: GridNo): string => {
    const known = names.get(no);
    if (known !== undefined) return known;
    const made = gridNames(no, (above) => grids.nameOf(above) ?? shared.localityNames.get(above) ?? null);
    names.set(no, made);
    return made;
  };

  /** The nearest seat of the prefecture, or the centre of the grid itself if that is nearer. */
  const knownPlaceNear = (position: Position, gridNo: GridNo): KnownPlace | null => {
    const near = seats.nearest(position, gridNo);
    const grid = grids.find(gridNo);
    const seat = near && { lng: near.seat.lng, lat: near.seat.lat, label: seatLabel(near.seat.name) };
    const centre = grid?.centre ? { ...grid.centre, label: centreLabel(grid.name) } : null;
    // A county whose seat is on record is described by seats alone: its centre is not a place that people know.
    if (centre === null || seat === null || seats.nearestOf(position, [gridNo])) return seat ?? centre;
    return haversineMetres(centre, position) < (near?.metres ?? Infinity) ? centre : seat;
  };

  const locate: Gazetteer['locate'] = (position, senderGrid) => {
    const locality = localityIndex.at(position.lng, position.lat);
    const assigned = gridOf(position, senderGrid, locality);
    if (!assigned.ok) return refuse(assigned.error);
    const { gridNo } = assigned.value;
    const names = namesDownTo(locality !== null && covers(gridNo, locality) ? locality : gridNo);
    const address = formattedAddress(position, { names, nearest: knownPlaceNear(position, gridNo) });
    return ok({ position, ...assigned.value, formattedAddress: address });
  };

  return {
    grids,
    shared,
    locate,
    gridAt: (position, senderGrid) => {
      const assigned = gridOf(position, senderGrid);
      return assigned.ok ? assigned.value.gridNo : null;
    },
    locateObservation(observation, senderGrid) {
      const located = locate(observation.position, senderGrid);
      return located.ok ? ok({ ...observation, ...located.value }) : located;
    },
  };
}

export interface LocatedPosition {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly address: string;
}

/** @throws Refusal naming the field at `path` when the position lies outside China or the sender's grid */
export function locatePosition(position: Position, { locate }: Pick<Gazetteer, 'locate'>, own: GridNo, path = 'position'): LocatedPosition {
  const located = locate(position, own);
  if (!located.ok) throw invalid(path, located.error);
  const { gridNo, formattedAddress } = located.value;
  if (!covers(own, gridNo)) throw invalid(path, 'outside-senders-grid');
  return { position, gridNo, address: formattedAddress };
}
