// Measured trees: cover and height of the canopy of each cell, in bins, so that a ground has few fuels. Where they are known they replace
// the values assumed for the class.
import type { ForestCanopy } from '../crown-fire.ts';
import { ASSUMED_CROWN_RATIO } from '../land-cover-fuels.ts';
import type { GroundFuel } from './weather.ts';

interface Bin {
  /** Lower bound; the bin ends where the next one begins. */
  readonly from: number;
  /** The value used for a cell of the bin; null: no significant trees. */
  readonly counts: number | null;
}

/**
 * %. Below a tenth and below 5 m land is not forest (FAO, Global Forest Resources Assessment, terms and definitions); 50 % divides open
 * from closed cover (Albini 1983).
 */
export const COVER_BINS: readonly Bin[] = [
  { from: 0, counts: null },
  { from: 10, counts: 20 },
  { from: 30, counts: 40 },
  { from: 50, counts: 60 },
  { from: 70, counts: 85 },
];

/** m. Trees lower than 6 ft (1.8 m) do not shelter (Albini and Baughman 1979). */
export const HEIGHT_BINS: readonly Bin[] = [
  { from: 0, counts: null },
  { from: 2, counts: 3.5 },
  { from: 5, counts: 7.5 },
  { from: 10, counts: 12.5 },
  { from: 15, counts: 17.5 },
  { from: 20, counts: 25 },
  { from: 30, counts: 35 },
];

/** The number of a cell without measurements. */
export const UNMEASURED = 0;
/** The number of a cell measured as treeless. */
const TREELESS = 1;
/** Canopy numbers of one cover bin are consecutive, one for each height bin; the first of each is for an unknown value. */
const STRIDE = HEIGHT_BINS.length + 1;
/** Greater than any canopy number. */
const CANOPIES = STRIDE * (COVER_BINS.length + 1);

const binOf = (bins: readonly Bin[], value: number): number => bins.findLastIndex(({ from }) => value >= from);

/**
 * The number with which the measured canopy of a cell is stored.
 * @param coverPercent 0–100; null: not measured
 * @param heightMetres null: not measured
 */
export function canopyNumberOf(coverPercent: number | null, heightMetres: number | null): number {
  const cover = coverPercent === null ? null : binOf(COVER_BINS, coverPercent);
  const height = heightMetres === null ? null : binOf(HEIGHT_BINS, heightMetres);
  if (cover === 0 || height === 0) return TREELESS;
  return (cover === null ? 0 : cover + 1) * STRIDE + (height === null ? 0 : height + 1);
}

/**
 * The trees over a fuel: the measured values, and the assumed values of its class where nothing was measured. Length and density of the
 * crowns are always assumed.
 * @param assumed of the class; null: none
 */
export function measuredCanopyOf(number: number, assumed: ForestCanopy | null): ForestCanopy | null {
  if (number === UNMEASURED) return assumed;
  if (number === TREELESS) return null;
  const measuredIn = (bins: readonly Bin[], at: number): number | null => (at === 0 ? null : ((bins[at - 1] as Bin).counts as number));
  const coverPercent = measuredIn(COVER_BINS, Math.floor(number / STRIDE)) ?? assumed?.coverPercent;
  const heightMetres = measuredIn(HEIGHT_BINS, number % STRIDE) ?? assumed?.heightMetres;
  // Where the class has no trees, cover or height alone is not enough.
  if (coverPercent === undefined || heightMetres === undefined) return assumed;
  const base = assumed?.baseHeightMetres;
  return {
    ...assumed,
    coverPercent,
    heightMetres,
    crownRatio: assumed?.crownRatio ?? ASSUMED_CROWN_RATIO,
    ...(base != null && { baseHeightMetres: Math.min(base, heightMetres) }),
  };
}

/** The number of fuels that an index of one byte can distinguish. */
const MOST_FUELS = 256;

/**
 * A ground's fuels under their measured trees. A fuel that burns is split by the canopies that occur over it; where there would be more
 * than 256 fuels, the fuels with the fewest cells keep the assumed canopy of their class.
 * @param canopies numbers of canopies, one a cell
 * @returns further fuels after those given, and the fuel of each cell
 */
export function underMeasuredCanopies(
  fuels: readonly GroundFuel[],
  fuel: Uint8Array,
  canopies: Uint8Array,
): { readonly fuels: readonly GroundFuel[]; readonly fuel: Uint8Array } {
  const cells = new Uint32Array(fuels.length * CANOPIES);
  for (let cell = 0; cell < fuel.length; cell++) {
    const at = (fuel[cell] as number) * CANOPIES + (canopies[cell] as number);
    cells[at] = (cells[at] as number) + 1;
  }
  const split = [...cells.keys()]
    .filter((at) => {
      const of = fuels[Math.floor(at / CANOPIES)] as GroundFuel;
      return cells[at] !== 0 && (of.model.burns || of.factor !== null) && measuredCanopyOf(at % CANOPIES, of.canopy) !== of.canopy;
    })
    .toSorted((a, b) => (cells[b] as number) - (cells[a] as number) || a - b)
    .slice(0, MOST_FUELS - fuels.length);
  const fuelAt = Uint8Array.from(cells, (_, at) => Math.floor(at / CANOPIES));
  for (const [i, at] of split.entries()) fuelAt[at] = fuels.length + i;
  return {
    fuels: [
      ...fuels,
      ...split.map((at): GroundFuel => {
        const of = fuels[Math.floor(at / CANOPIES)] as GroundFuel;
        return { ...of, canopy: measuredCanopyOf(at % CANOPIES, of.canopy) };
      }),
    ],
    fuel: fuel.map((index, cell) => fuelAt[index * CANOPIES + (canopies[cell] as number)] as number),
  };
}
