// Positions in replies, rounded to a metre: enough to draw, and less to send.

import type { Position } from '@lookout/domain';

export const roundedDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export const roundedPath = (path: readonly Position[]): Position[] =>
  path.map(({ lng, lat }) => ({ lng: roundedDegrees(lng), lat: roundedDegrees(lat) }));
