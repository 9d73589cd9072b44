// Recurring heat: plants, kilns and flares that satellites report day after day. Places are proposed from the history of detections, and an
// officer decides.
import { DAY_MS, type Position } from '@lookout/domain';
import { CHI_SQUARED_99, type Covariance, degreesAt, mahalanobisSquared, planeOffset } from '@lookout/geo';

/** Cell size within which detections count as one place, metres (two VIIRS pixels). */
export const HEAT_CELL_METRES = 750;
/** Number of different days on which a place must have been hot … */
export const LEAST_HEAT_DAYS = 4;
/** … within this many days. */
export const HEAT_WINDOW_DAYS = 30;

/** A satellite detection as stored in the history. */
export interface HeatDetection extends Position {
  readonly id: string;
  readonly atMs: number;
  readonly frpMegawatts: number | null;
}

export interface ProposedHeat {
  readonly position: Position;
  /** Days with detections, Beijing time, in order. */
  readonly days: readonly string[];
  /** Hours of the day with detections, Beijing time, 0–23, in order. */
  readonly hours: readonly number[];
  /** 95th percentile of its radiative power; null when no detection states one. */
  readonly usualFrpMegawatts: number | null;
  readonly detectionIds: readonly string[];
}

/** A place that is known to be hot. */
export interface HeatPlace {
  readonly position: Position;
  readonly radiusMetres: number;
  readonly usualFrpMegawatts: number | null;
}

const BEIJING_MS = 8 * 3_600_000;
const dayOf = (ms: number): string => new Date(ms + BEIJING_MS).toISOString().slice(0, 10);
const hourOf = (ms: number): number => new Date(ms + BEIJING_MS).getUTCHours();

/**
 * The places with detections on four different days or more within 30, most days first. The lines of a grid could cut a place in two, so
 * four grids are laid, each shifted by half a cell. A place is taken from the grid that contains most of its days, and its detections are
 * then used up.
 */
export function proposedHeat(detections: readonly HeatDetection[]): ProposedHeat[] {
  const shifts = [
    [0, 0],
    [0.5, 0],
    [0, 0.5],
    [0.5, 0.5],
  ] as const;
  const cells = shifts
    .flatMap(([east, north]) => [...Map.groupBy(detections, (detection) => cellOf(detection, east, north)).values()])
    .filter((cell) => daysWithin(cell).length >= LEAST_HEAT_DAYS)
    .map((cell) => ({
      cell,
      days: daysWithin(cell).length,
      key: cell
        .map(({ id }) => id)
        .sort()
        .join(),
    }))
    .sort((a, b) => b.days - a.days || b.cell.length - a.cell.length || (a.key < b.key ? -1 : 1));
  const used = new Set<string>();
  return cells.flatMap(({ cell }) => {
    const own = cell.filter(({ id }) => !used.has(id));
    const days = daysWithin(own);
    if (days.length < LEAST_HEAT_DAYS) return [];
    for (const { id } of own) used.add(id);
    return [proposalOf(own, days)];
  });
}

function proposalOf(cell: readonly HeatDetection[], days: readonly string[]): ProposedHeat {
  const mean = (of: (detection: HeatDetection) => number) => cell.reduce((sum, detection) => sum + of(detection), 0) / cell.length;
  return {
    position: { lng: mean(({ lng }) => lng), lat: mean(({ lat }) => lat) },
    days,
    hours: [...new Set(cell.map(({ atMs }) => hourOf(atMs)))].sort((a, b) => a - b),
    usualFrpMegawatts: usualFrp(cell.flatMap(({ frpMegawatts }) => frpMegawatts ?? [])),
    detectionIds: cell.map(({ id }) => id).sort(),
  };
}

/** The 95th percentile by nearest rank; null for an empty list. */
export const usualFrp = (megawatts: readonly number[]): number | null =>
  [...megawatts].sort((a, b) => a - b)[Math.ceil(0.95 * megawatts.length) - 1] ?? null;

/** The largest set of days that lie within 30 days of each other, in order. */
function daysWithin(cell: readonly HeatDetection[]): string[] {
  const days = [...new Set(cell.map(({ atMs }) => dayOf(atMs)))].sort();
  let best: string[] = [];
  for (const [i, first] of days.entries()) {
    const last = dayOf(Date.parse(first) + (HEAT_WINDOW_DAYS - 1) * DAY_MS);
    const within = days.slice(i).filter((day) => day <= last);
    if (within.length > best.length) best = within;
  }
  return best;
}

function cellOf({ lng, lat }: Position, east: number, north: number): string {
  const rowDegrees = HEAT_CELL_METRES / degreesAt(0).northMetresPerDegree;
  const row = Math.floor(lat / rowDegrees + north);
  const column = Math.floor((lng * degreesAt((row + 0.5) * rowDegrees).eastMetresPerDegree) / HEAT_CELL_METRES + east);
  return `${row}/${column}`;
}

/**
 * Whether a detection is of this heat source, as far as its error allows: inside its radius, or no further from it than 99 % of such
 * errors. Such a detection is shown with the source; whether it may be silent is a stricter question (`isUsualHeat`).
 */
export function isOfHeat({ position, radiusMetres }: HeatPlace, at: Position, covariance: Covariance): boolean {
  const { east, north } = planeOffset(position, at);
  const metres = Math.hypot(east, north);
  if (metres <= radiusMetres) return true;
  const rest = 1 - radiusMetres / metres;
  return mahalanobisSquared({ east: east * rest, north: north * rest }, covariance) < CHI_SQUARED_99;
}

/** Inside the radius and not stronger than 95 % of what was seen there: such an alarm plays no sound. */
export function isUsualHeat({ position, radiusMetres, usualFrpMegawatts }: HeatPlace, at: Position, frpMegawatts: number | null): boolean {
  const { east, north } = planeOffset(position, at);
  if (Math.hypot(east, north) > radiusMetres) return false;
  return usualFrpMegawatts === null || frpMegawatts === null || frpMegawatts <= usualFrpMegawatts;
}
