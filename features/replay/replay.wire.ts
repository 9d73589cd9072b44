// The positions received in a period: columns of differences, which are short in JSON.

import type { TrackPoint } from '../ranger/ranger.ts';
import type { WirePositionColumns } from './replay.schema.ts';

/** One person's positions in the order of receipt. */
export interface ReceivedPositions {
  readonly userId: string;
  /** Epoch milliseconds by the phone's clock. */
  readonly at: Float64Array;
  /** Epoch milliseconds, in ascending order. */
  readonly receivedAt: Float64Array;
  /** WGS 84 degrees. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

const MILLIONTHS = 1e6;

/** @param points in the order of receipt, at least one */
export function writePositionColumns(userId: string, points: readonly TrackPoint[]): WirePositionColumns {
  const differences = (pick: (point: TrackPoint) => number): number[] => {
    let before = 0;
    return points.map((point) => {
      const value = pick(point);
      const difference = value - before;
      before = value;
      return difference;
    });
  };
  return {
    userId,
    at: differences(({ at }) => at.getTime()),
    delay: points.map(({ at, receivedAt }) => receivedAt.getTime() - at.getTime()),
    longitude: differences(({ position }) => Math.round(position.lng * MILLIONTHS)),
    latitude: differences(({ position }) => Math.round(position.lat * MILLIONTHS)),
  };
}

/** The inverse of `writePositionColumns`, to a millionth of a degree. */
export function readPositionColumns({ userId, at, delay, longitude, latitude }: WirePositionColumns): ReceivedPositions {
  const summed = (differences: readonly number[], divisor: number): Float64Array => {
    const values = new Float64Array(differences.length);
    let sum = 0;
    for (const [index, difference] of differences.entries()) {
      sum += difference;
      values[index] = sum / divisor;
    }
    return values;
  };
  const times = summed(at, 1);
  return {
    userId,
    at: times,
    receivedAt: times.map((value, index) => value + (delay[index] ?? 0)),
    longitudes: summed(longitude, MILLIONTHS),
    latitudes: summed(latitude, MILLIONTHS),
  };
}

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const replayReaders = {
  'received-positions': readPositionColumns,
} as const;
