// Seeded random numbers, for worlds that are the same each time.
import { randomsOf } from '@lookout/domain';

/** Uniform and normal deviates, and the factors that make the latter Student's t of four degrees, scaled to the same variance. */
export function chancesOf(seed: number) {
  const uniform = randomsOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const heavy = () => Math.sqrt(4 / [0, 1, 2, 3].reduce((sum) => sum + normal() ** 2, 0)) / Math.SQRT2;
  return { uniform, normal, heavy };
}
