// Whether probabilities keep their word, and how near the middle of an ensemble comes: sums over fires, so that several runs add up.
import { addMember, arrivalQuantiles, createTally, type MemberArrivals, probabilityBy, stepMinutesFor } from '@lookout/fire-model';

/** Cells that were said to burn by an hour with about one probability. */
export interface ReliabilityClass {
  cells: number;
  /** Sum of what was said. */
  said: number;
  burned: number;
}

/** What was said and what burned, by the class of what was said. */
export interface Reliability {
  /** 0: below 5 %, 1: 5 to 15 %, …, 7: 65 to 75 %, …, 10: from 95 %. */
  readonly classes: readonly ReliabilityClass[];
  fires: number;
  /** Sum over cells of (said − burned)². */
  squares: number;
  readonly byFire: FireScore[];
}

/** One fire at the end of its hours. */
export interface FireScore {
  readonly seed: number;
  readonly trueCells: number;
  /** The ensemble's middle: what burns in half of the members. */
  readonly middleCells: number;
  readonly bothCells: number;
}

const CLASS_COUNT = 11;
/** The class by which a forecast is judged: cells that were said to burn with 65 to 75 %. */
export const SEVENTY = 7;

export const createReliability = (): Reliability => ({
  classes: Array.from({ length: CLASS_COUNT }, () => ({ cells: 0, said: 0, burned: 0 })),
  fires: 0,
  squares: 0,
  byFire: [],
});

/**
 * Counts one fire: at each full hour every cell that any member or the truth reaches within the hours. What lies farther away is said not to burn and does not,
 * and would make any forecast look good.
 * @param truth minutes by cell; infinity: it does not burn
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
    const said = probabilityBy(tally, hour * 60);
    said.forEach((probability, cell) => {
      if (reached[cell] === 0 && (truth[cell] as number) > hours * 60) return;
      const burned = (truth[cell] as number) <= hour * 60 ? 1 : 0;
      // Counts of whole members: halves between two classes go up, also when 0.15 is a little less in binary.
      const sum = sums.classes[Math.floor(probability * 10 + 0.5 + 1e-6)] as ReliabilityClass;
      sum.cells += 1;
      sum.said += probability;
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

/** What was said and what burned in each class, 0 … 1, on the mean of its cells; NaN in a class without cells. */
export const sharesOf = ({ classes }: Reliability) =>
  classes.map(({ cells, said, burned }, n) => ({ middle: n / 10, cells, said: said / cells, burned: burned / cells }));

const cellsOf = ({ classes }: Reliability): number => classes.reduce((sum, { cells }) => sum + cells, 0);

/** Mean square of said less burned (G. W. Brier, Monthly Weather Review 78, 1950): 0 is perfect. */
export const brierScore = (sums: Reliability): number => sums.squares / cellsOf(sums);

/** Against who says of every cell the share that burns of all: 1 is perfect, 0 no better. */
export function brierSkill(sums: Reliability): number {
  const share = sums.classes.reduce((sum, { burned }) => sum + burned, 0) / cellsOf(sums);
  return 1 - brierScore(sums) / (share * (1 - share));
}

/** Both by either. */
export const jaccardOf = ({ trueCells, middleCells, bothCells }: FireScore): number => bothCells / (trueCells + middleCells - bothCells);

/** Above 1: the forecast is too large. */
export const biasOf = ({ trueCells, middleCells }: FireScore): number => middleCells / trueCells;
