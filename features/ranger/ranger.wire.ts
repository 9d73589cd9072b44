// A position as a phone sends it, with the specification's names.

import { formatTime } from '@lookout/contract';
import type { RangerPosition } from './ranger.ts';

/** A row of the body of `position`. */
export const writeRangerPosition = ({ userId, position, at, accuracyMetres }: RangerPosition) => ({
  userId,
  position,
  actualUploadTime: formatTime(at),
  ...(accuracyMetres != null && { accuracy: accuracyMetres }),
});
