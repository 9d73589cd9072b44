// The gazetteer: grids, boundaries and county seats, loaded as one snapshot. It finds the grid and the address of a position.
import {
  type AlarmFacts,
  type AlarmLocation,
  assignGrid,
  centreLabel,
  covers,
  createSeatIndex,
  formattedAddress,
  type GridNo,
  gridNames,
  type KnownPlace,
  type LocatedObservation,
  levelOf,
  NATION,
  type Observation,
  ok,
  type Position,
  parentOf,
  type Result,
  refuse,
  seatLabel,
} from '@lookout/domain';
import { createAreaIndex, openAreaIndex, type SharedAreas } from '@lookout/geo';
import type { GridRow, SeatRow, SourcedArea, Store } from '@lookout/store';
import { invalid } from '../acting/refusal.ts';
import { createGridCatalogue, type GridCatalogue } from './grid-catalogue.ts';

export interface Gazetteer {
  readonly grids: GridCatalogue;
  /** The grid of a position by contract.md's rule, and its address; refuses positions outside China. */
  locate(position: Position, senderGrid: GridNo | null): Result<AlarmLocation, 'outside-china'>;
  /** The same for an observation. */
  locateObservation<F extends AlarmFacts>(
    observation: Observation<F>,
    senderGrid: GridNo | null,
  ): Result<LocatedObservation<F>, 'outside-china'>;
  /** The county (or prefecture) at a position; null outside China. */
  gridAt(position: Position, senderGrid: GridNo | null): GridNo | null;
  /** For another thread to open the same gazetteer; the boundaries are not copied. */
  readonly shared: SharedGazetteer;
}

/** Plain data over shared memory. */
export interface SharedGazetteer {
  readonly grids: readonly GridRow[];
  readonly seats: readonly SeatRow[];
  readonly prefectures: SharedAreas<GridNo>;
  readonly counties: SharedAreas<GridNo>;
}

/** Reads grids, seats and boundaries once: about 3,300 grids and 400 boundaries. */
export async function loadGazetteer(store: Store): Promise<Gazetteer> {
  const [grids, seats, areas] = await Promise.all([
    store.grids.list(NATION, { levels: ['nation', 'province', 'prefecture', 'county'] }, { limit: 10_000 }),
    store.grids.seats(NATION),
    store.areas.all(NATION),
  ]);
  return createGazetteer(grids.list, seats, areas);
}

function createGazetteer(grids: readonly GridRow[], seats: readonly SeatRow[], areas: readonly SourcedArea[]): Gazetteer {
  const ofLevel = (level: 'province' | 'prefecture' | 'county') => areas.filter((area) => levelOf(area.no) === level);
  const shapes = (some: readonly SourcedArea[]) => some.map(({ no, boundary }) => ({ no, geometry: boundary }));
  const prefectures = ofLevel('prefecture');
  const divided = new Set(prefectures.map((area) => parentOf(area.no)));
  // A province without prefectures (Taiwan, Hong Kong, Macau) has its own boundary; the others follow from their prefecture's number, so that province
  // and prefecture cannot disagree.
  const undivided = ofLevel('province').filter((area) => !divided.has(area.no));
  return openGazetteer({
    grids,
    seats,
    prefectures: createAreaIndex(shapes([...prefectures, ...undivided])).shared,
    counties: createAreaIndex(shapes(ofLevel('county'))).shared,
  });
}

export function openGazetteer(shared: SharedGazetteer): Gazetteer {
  const { grids: gridRows, seats: seatRows } = shared;
  const grids = createGridCatalogue(gridRows, seatRows);
  const prefectureIndex = openAreaIndex(shared.prefectures);
  const countyIndex = openAreaIndex(shared.counties);
  const seats = createSeatIndex(seatRows.map(({ no, name, position }) => ({ no, name, ...position })));

  const gridOf = (position: Position, senderGrid: GridNo | null) =>
    assignGrid(position, {
      prefecture: prefectureIndex.at(position.lng, position.lat),
      county: countyIndex.at(position.lng, position.lat),
      senderGrid,
      seats,
    });

  // Cached: every alarm needs the names of its grid, and there are few grids and many alarms.
  const names = new Map<GridNo, string>();
  const namesOf = (no: GridNo): string => {
    const known = names.get(no);
    if (known !== undefined) return known;
    const made = gridNames(no, grids.nameOf);
    names.set(no, made);
    return made;
  };

  const knownPlaceNear = (position: Position, gridNo: GridNo): KnownPlace | null => {
    const near = seats.nearest(position, gridNo);
    if (near) return { lng: near.seat.lng, lat: near.seat.lat, label: seatLabel(near.seat.name) };
    const grid = grids.find(gridNo);
    return grid?.centre ? { ...grid.centre, label: centreLabel(grid.name) } : null;
  };

  const locate: Gazetteer['locate'] = (position, senderGrid) => {
    const assigned = gridOf(position, senderGrid);
    if (!assigned.ok) return refuse(assigned.error);
    const { gridNo } = assigned.value;
    const address = formattedAddress(position, { names: namesOf(gridNo), nearest: knownPlaceNear(position, gridNo) });
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

/** @throws Refusal naming `position` when it lies outside China or the sender's grid */
export function locatePosition(position: Position, { locate }: Pick<Gazetteer, 'locate'>, own: GridNo): LocatedPosition {
  const located = locate(position, own);
  if (!located.ok) throw invalid('position', located.error);
  const { gridNo, formattedAddress } = located.value;
  if (!covers(own, gridNo)) throw invalid('position', 'outside-senders-grid');
  return { position, gridNo, address: formattedAddress };
}
