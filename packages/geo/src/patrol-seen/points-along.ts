// Points along a track at a regular spacing, and the pieces of a track whose ground is read at once.
import { distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import type { GroundBox } from '../elevation/layered.ts';
import { areaAround, type PostBox, postBoxOf } from '../elevation/post-box.ts';
import { isReached, type TrackFix } from '../track/patrol.ts';
import { SEEN_LEVEL } from './seen-cells.ts';

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

function boxOf({ west, east, south, north }: GroundBox, marginMetres: number): PostBox {
  const corners = [
    { lng: west, lat: north },
    { lng: east, lat: south },
  ].map((corner) => areaAround(corner, marginMetres));
  const [atNorth, atSouth] = corners as [GroundBox, GroundBox];
  const across = Math.max(atNorth.east - west, atSouth.east - east);
  return postBoxOf({ west: west - across, east: east + across, south: atSouth.south, north: atNorth.north }, SEEN_LEVEL);
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
