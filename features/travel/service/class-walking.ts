// How the classes of a window are walked: by the table of their file, else by the known values of their class.
import { walkingFactorsByClass } from '@lookout/fire-model';
import type { WindowClass } from '../../terrain/service/ground-window.ts';

/** Unknown terrain is walked as open terrain. */
export const UNKNOWN_WALKING_FACTOR = 1;

export interface ClassWalking {
  /** The factor on the walking speed off paths; 0: impassable. */
  readonly factor: number;
  readonly isWater: boolean;
}

/** In the order of the table. */
export function walkingOfClasses(table: readonly WindowClass[]): readonly ClassWalking[] {
  const factorOf = walkingFactorsByClass();
  return table.map(({ scheme, value, walkingFactor, isWater }) => {
    if (walkingFactor !== undefined) return { factor: walkingFactor, isWater: isWater === true };
    const factor = factorOf(scheme, value)?.factor ?? UNKNOWN_WALKING_FACTOR;
    // Of the known classes, only water is impassable.
    return { factor, isWater: factor === 0 };
  });
}
