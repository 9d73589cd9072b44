// Whether forecast probabilities are right, and how accurate the ensemble's median is. The results are sums over fires, so that several
// runs can be added.
import { addMember, arrivalQuantiles, createTally, type MemberArrivals, probabilityBy, stepMinutesFor } from '@lookout/fire-model';

/** The cells that were forecast to burn by an hour with about the same probability. */
export interface ReliabilityClass {
  cells: number;
  /** Sum of the forecast probabilities. */
  stated: number;
  burned: number;
}

/** Forecast and burned cells, by the class of the forecast probability. */
export interface Reliability {
  /** 0: below 5 %, 1: 5 to 15 %, …, 7: 65 to 75 %, …, 10: from 95 %. */
  readonly classes: readonly ReliabilityClass[];
  fires: number;
  /** Sum over cells of (forecast − burned)². */
  squares: number;
  readonly byFire: FireScore[];
}

/** One fire at the end of its forecast hours. */
export interface FireScore {
  readonly seed: number;
  readonly trueCells: number;
  /** The ensemble's median area: cells that burn in half of the members. */
  readonly middleCells: number;
  readonly bothCells: number;
}

const CLASS_COUNT = 11;
/** The class by which a forecast is judged: cells forecast to burn with 65 to 75 %. */
export const SEVENTY = 7;

export const createReliability = (): Reliability => ({
  classes: Array.from({ length: CLASS_COUNT }, () => ({ cells: 0, stated: 0, burned: 0 })),
  fires: 0,
  squares: 0,
  byFire: [],
});

/**
 * Counts one fire: at each full hour, every cell that any member or the truth reaches within the hours. Cells farther away are forecast not
 * to burn and do not, and would make any forecast look good.
 * @param truth arrival minutes by cell; infinity: the cell does not burn
 */
export function addFire(sums: Reliability, seed: number, truth: Float32Array, members: readonly MemberArrivals[], hours: number): void {
  const [first] = members;
  if (first === undefined) throw new Error(`the fire of seed ${seed} has no members`);
  const tally = createTally(first.grid, hours * 60, stepMinutesFor(hours));
  for (const member of members) {
    const added = addMember(tally, member);
    if (!added.ok) throw new Error(added.error.en);
  }
  const reached = probabilityBy(tally, hours * 60);
  for (let hour = 1; hour <= hours; hour++) {
    const stated = probabilityBy(tally, hour * 60);
    stated.forEach((probability, cell) => {
      if (reached[cell] === 0 && (truth[cell] as number) > hours * 60) return;
      const burned = (truth[cell] as number) <= hour * 60 ? 1 : 0;
      // Probabilities are counts of whole members. A value halfway between two classes rounds up, also when 0.15 is slightly less in
      // binary.
      const sum = sums.classes[Math.floor(probability * 10 + 0.5 + 1e-6)] as ReliabilityClass;
      sum.cells += 1;
      sum.stated += probability;
      sum.burned += burned;
      sums.squares += (probability - burned) ** 2;
    });
  }
  const middle = arrivalQuantiles(tally, 0.5);
  let [trueCells, middleCells, bothCells] = [0, 0, 0];
  truth.forEach((minutes, cell) => {
    const isTrue = minutes <= hours * 60;
    const isMiddle = (middle[cell] as number) <= hours * 60;
    if (isTrue) trueCells += 1;
    if (isMiddle) middleCells += 1;
    if (isTrue && isMiddle) bothCells += 1;
  });
  sums.fires += 1;
  sums.byFire.push({ seed, trueCells, middleCells, bothCells });
}

/** Mean forecast probability and burned share of each class, 0 … 1; NaN in a class without cells. */
export const sharesOf = ({ classes }: Reliability) =>
  classes.map(({ cells, stated, burned }, n) => ({ middle: n / 10, cells, stated: stated / cells, burned: burned / cells }));

const cellsOf = ({ classes }: Reliability): number => classes.reduce((sum, { cells }) => sum + cells, 0);

/** Mean square of forecast minus burned (G. W. Brier, Monthly Weather Review 78, 1950): 0 is perfect. */
export const brierScore = (sums: Reliability): number => sums.squares / cellsOf(sums);

/** Skill relative to a forecast that gives every cell the overall burned share: 1 is perfect, 0 no better. */
export function brierSkill(sums: Reliability): number {
  const share = sums.classes.reduce((sum, { burned }) => sum + burned, 0) / cellsOf(sums);
  return 1 - brierScore(sums) / (share * (1 - share));
}

/** Jaccard index: intersection over union of the true and the median area. */
export const jaccardOf = ({ trueCells, middleCells, bothCells }: FireScore): number => bothCells / (trueCells + middleCells - bothCells);

/** Median area over true area. Above 1: the forecast is too large. */
export const biasOf = ({ trueCells, middleCells }: FireScore): number => middleCells / trueCells;
