// How the classes of a window are walked: as the table of their file says, else by what is known of their class.
import { walkingFactorsByClass } from '@lookout/fire-model';
import type { WindowClass } from '../../terrain/service/ground-window.ts';

/** Ground of which nothing is known is walked as open ground. */
export const UNKNOWN_WALKING_FACTOR = 1;

export interface ClassWalking {
  /** Of the speed off paths; 0: nobody gets through. */
  readonly factor: number;
  readonly isWater: boolean;
}

/** In the order of the table. */
export function walkingOfClasses(table: readonly WindowClass[]): readonly ClassWalking[] {
  const factorOf = walkingFactorsByClass();
  return table.map(({ scheme, value, walkingFactor, isWater }) => {
    if (walkingFactor !== undefined) return { factor: walkingFactor, isWater: isWater === true };
    const factor = factorOf(scheme, value)?.factor ?? UNKNOWN_WALKING_FACTOR;
    // Of the known classes nobody gets through water alone.
    return { factor, isWater: factor === 0 };
  });
}
