// The grid number and the address of an alarm, from its position. The server looks up the boundaries (geo) and applies these rules.
import { COMPASS_NAMES, compassOf, haversineMetres, initialBearingDegrees } from './distance.ts';
import { ancestorAt, covers, type GridNo, lineage, NATION } from './grid.ts';
import type { Position } from './position.ts';
import { ok, type Result, refuse } from './result.ts';

/** A county's seat (县城), WGS 84 degrees. */
export interface CountySeat extends Position {
  readonly no: GridNo;
  readonly name: string;
}

export interface NearbySeat {
  readonly seat: CountySeat;
  readonly metres: number;
}

export interface SeatIndex {
  /**
   * The nearest county seat inside a prefecture; null when it has none on record. Of two equally near seats, the one with the lower number.
   */
  nearest(position: Position, prefecture: GridNo): NearbySeat | null;
  /** The nearest seat of these counties; null when none of them is on record. */
  nearestOf(position: Position, counties: readonly GridNo[]): NearbySeat | null;
}

/** Groups the seats by prefecture, so that each alarm is compared with a dozen seats, not with all. */
export function createSeatIndex(seats: readonly CountySeat[]): SeatIndex {
  const ordered = [...seats].sort((a, b) => (a.no < b.no ? -1 : a.no > b.no ? 1 : 0));
  const byPrefecture = Map.groupBy(ordered, (seat) => seat.no.slice(0, 4));
  const byNo = new Map(ordered.map((seat) => [seat.no, seat]));
  return {
    nearest: (position, prefecture) => nearestOf(position, byPrefecture.get(prefecture.slice(0, 4)) ?? []),
    nearestOf: (position, counties) =>
      nearestOf(
        position,
        counties.flatMap((no) => byNo.get(no) ?? []),
      ),
  };
}

function nearestOf(position: Position, seats: readonly CountySeat[]): NearbySeat | null {
  let nearest: NearbySeat | null = null;
  for (const seat of seats) {
    const metres = haversineMetres(seat, position);
    if (nearest === null || metres < nearest.metres) nearest = { seat, metres };
  }
  return nearest;
}

export interface GridEvidence {
  /**
   * The prefecture whose boundary contains the position, or the province where it has no prefectures (Taiwan, Hong Kong, Macau); null
   * outside China.
   */
  readonly prefecture: GridNo | null;
  /**
   * The county whose boundary (imported, or drawn in the seed) contains the position. Several where a newly founded county is not yet
   * separated from the one it came from; none where no boundary is known.
   */
  readonly counties: readonly GridNo[];
  /** The grid of the camera or account that sent the alarm; null for satellites and anonymous feeds. */
  readonly senderGrid: GridNo | null;
  readonly seats: SeatIndex;
}

export interface AssignedGrid {
  /** A county, or the prefecture (province) when the county is not known. */
  readonly gridNo: GridNo;
  readonly gridBasis: GridBasis;
}

/**
 * The grid of an alarm, by the best evidence available: a county boundary (among counties that are not separated, the one of the nearest
 * seat, 'nearest-seat'); else the sender's county, when the sender's grid lies in the prefecture and no other county seat is nearer
 * ('sender'); else the county of the nearest seat ('nearest-seat', to be shown as 示意). Where a prefecture has no seat on record: the
 * sender's county when it lies there, else the prefecture itself, from its boundary.
 */
export function assignGrid(
  position: Position,
  { prefecture, counties, senderGrid, seats }: GridEvidence,
): Result<AssignedGrid, 'outside-china'> {
  // The grid of a prefecture or above does not determine the county.
  const sendersCounty = senderGrid && ancestorAt(senderGrid, 'county');
  const bySeat = (no: GridNo) => ok({ gridNo: no, gridBasis: sendersCounty === no ? 'sender' : 'nearest-seat' } as const);
  // A county's boundary is more precise: near the edge of a prefecture it decides the prefecture too.
  const [county, ...undivided] = counties;
  if (county !== undefined) {
    if (undivided.length === 0) return ok({ gridNo: county, gridBasis: 'boundary' });
    return bySeat(seats.nearestOf(position, counties)?.seat.no ?? county);
  }
  if (prefecture === null) return refuse('outside-china');
  const nearest = seats.nearest(position, prefecture);
  if (nearest !== null) return bySeat(nearest.seat.no);
  // No seat contradicts the sender, and a county must see the alarms that it raised itself.
  const believed = sendersCounty !== null && covers(prefecture, sendersCounty);
  return ok(believed ? { gridNo: sendersCounty, gridBasis: 'sender' } : { gridNo: prefecture, gridBasis: 'boundary' });
}

/**
 * Whether this sender may report this place. A session's position outside its own grid is refused. A feed key has no grid (null). A place
 * known only by its prefecture may lie in any county of it, so each of them may report it.
 */
export const withinSendersGrid = (senderGrid: GridNo | null, gridNo: GridNo): boolean =>
  senderGrid === null || covers(senderGrid, gridNo) || covers(gridNo, senderGrid);

/** A reference place for addresses; `label` e.g. 汶川县城. */
export interface KnownPlace extends Position {
  readonly label: string;
}

/** The usual name of a county's seat: 汶川县城, 马尔康市区, 麒麟区政府, 阿巴嘎旗政府. */
export function seatLabel(countyName: string): string {
  if (countyName.endsWith('县')) return `${countyName}城`;
  if (countyName.endsWith('市')) return `${countyName}区`;
  return `${countyName}政府`;
}

/** Placeholder names of the statistical codes, which are not part of an address. */
const PLACEHOLDERS = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']);

/** The grid's names from the province down, joined as in an address: 四川省阿坝藏族羌族自治州汶川县. */
export function gridNames(no: GridNo, nameOf: (no: GridNo) => string | null): string {
  return lineage(no)
    .filter((above) => above !== NATION)
    .map((above) => nameOf(above))
    .filter((name) => name !== null && !PLACEHOLDERS.has(name))
    .reverse()
    .join('');
}

/** Label of a grid's centre, used when no seat is nearer. */
export const centreLabel = (gridName: string): string => `${gridName}中心`;

/** Below this distance, a direction would suggest more precision than the seats have. */
const AT_THE_PLACE_METRES = 100;

/**
 * The address: '四川省阿坝藏族羌族自治州汶川县，汶川县城东北约3.2公里'. `nearest` is the nearest known place (county seat, else the centre of the prefecture); null:
 * only the names. Kilometres have one decimal below 100, none above.
 */
export function formattedAddress(
  position: Position,
  { names, nearest }: { readonly names: string; readonly nearest: KnownPlace | null },
): string {
  if (nearest === null) return names;
  const metres = haversineMetres(nearest, position);
  const where =
    metres < AT_THE_PLACE_METRES
      ? '附近'
      : `${COMPASS_NAMES[compassOf(initialBearingDegrees(nearest, position))]}约${kilometres(metres)}公里`;
  return `${names}，${nearest.label}${where}`;
}

const kilometres = (metres: number) => (metres / 1000).toFixed(metres < 99_950 ? 1 : 0);

/** What the alarm's county was derived from: an official boundary, or only the nearest seat (示意). */
export const GRID_BASES = ['boundary', 'sender', 'nearest-seat'] as const;
export type GridBasis = (typeof GRID_BASES)[number];
