// Points along a track at a regular spacing, and the pieces of a track whose ground is read at once.
import { distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import { isReached, type TrackFix } from '../track/patrol.ts';
import { SEEN_COLUMNS, SEEN_NORTH_METRES, SEEN_ROWS, seenColumnAt, seenEastMetres, seenRowAt } from './seen-cells.ts';

/** Posts of `SEEN_LEVEL` in a box: columns from 180° W, rows from 90° N. */
export interface PostBox {
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;
}

export interface TrackPiece {
  /** Each begins a new stretch where it is not reached from the one before (`isReached`). */
  readonly fixes: readonly TrackFix[];
  readonly box: PostBox;
}

/** A piece extends at most this far from west to east and from north to south: 30 km. */
const MOST_DEGREES = 0.27;

/** Cuts a track into pieces. @param fixes sound positions, in order of time @param marginMetres how far the box extends beyond the track */
export function trackPieces(fixes: readonly TrackFix[], marginMetres: number): TrackPiece[] {
  const pieces: TrackPiece[] = [];
  let piece: TrackFix[] = [];
  let [west, east, south, north] = [0, 0, 0, 0];
  const close = (): void => {
    if (piece.length > 0) pieces.push({ fixes: piece, box: boxOf({ west, east, south, north }, marginMetres) });
  };
  const begin = (...first: TrackFix[]): void => {
    piece = first;
    west = Math.min(...first.map(({ lng }) => lng));
    east = Math.max(...first.map(({ lng }) => lng));
    south = Math.min(...first.map(({ lat }) => lat));
    north = Math.max(...first.map(({ lat }) => lat));
  };
  for (const fix of fixes) {
    const last = piece.at(-1);
    if (last === undefined) {
      begin(fix);
      continue;
    }
    const [w, e] = [Math.min(west, fix.lng), Math.max(east, fix.lng)];
    const [s, n] = [Math.min(south, fix.lat), Math.max(north, fix.lat)];
    if (e - w <= MOST_DEGREES && n - s <= MOST_DEGREES) {
      [west, east, south, north] = [w, e, s, n];
      piece.push(fix);
      continue;
    }
    close();
    // The way to a position that was reached belongs to the new piece. A step cannot be longer than a piece: 20 km in ten minutes.
    if (isReached(last, fix)) begin(last, fix);
    else begin(fix);
  }
  close();
  return pieces;
}

interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

function boxOf({ west, east, south, north }: Bounds, marginMetres: number): PostBox {
  const down = marginMetres / SEEN_NORTH_METRES;
  const nearPole = Math.min(seenEastMetres(seenRowAt(north)), seenEastMetres(seenRowAt(south)));
  const across = marginMetres / Math.max(1, nearPole);
  const firstColumn = Math.max(0, Math.floor(seenColumnAt(west) - across));
  const firstRow = Math.max(0, Math.floor(seenRowAt(north) - down));
  return {
    firstColumn,
    firstRow,
    columns: Math.min(SEEN_COLUMNS, Math.ceil(seenColumnAt(east) + across)) - firstColumn + 1,
    rows: Math.min(SEEN_ROWS, Math.ceil(seenRowAt(south) + down)) - firstRow + 1,
  };
}

/**
 * The first position, and one wherever the track has moved on by the spacing, also between two positions. A person who stands gives one
 * point however much the phone's positions scatter within the spacing.
 */
export function pointsAlong(fixes: readonly TrackFix[], spacingMetres: number): LngLat[][] {
  const stretches: LngLat[][] = [];
  let last: LngLat | null = null;
  for (const [index, fix] of fixes.entries()) {
    const before = fixes[index - 1];
    if (before === undefined || last === null || !isReached(before, fix)) {
      last = { lng: fix.lng, lat: fix.lat };
      stretches.push([last]);
      continue;
    }
    const metres = distanceMetres(last, fix);
    const steps = Math.floor(metres / spacingMetres);
    const from: LngLat = last;
    for (let step = 1; step <= steps; step++) {
      const share = (step * spacingMetres) / metres;
      last = { lng: from.lng + share * (fix.lng - from.lng), lat: from.lat + share * (fix.lat - from.lat) };
      stretches.at(-1)?.push(last);
    }
  }
  return stretches;
}
