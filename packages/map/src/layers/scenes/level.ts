// Which of the local levels that are there is shown at a camera height.
import { localSceneLevelAt } from '../../bands.ts';

/** The level of the specification; where it is missing the next coarser one, else the coarsest there is. null: there is none at all. */
export function levelShownAt(heightMetres: number, levels: readonly number[]): number | null {
  const wanted = localSceneLevelAt(heightMetres);
  const notFiner = levels.filter((level) => level <= wanted);
  if (notFiner.length > 0) return Math.max(...notFiner);
  return levels.length > 0 ? Math.min(...levels) : null;
}
