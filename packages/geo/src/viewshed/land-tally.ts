// Sums over land by what masts see of it. Tallies of neighbouring areas are added.
import { LAND, type Land } from './land.ts';
import { classesOf, ellipsesOf, leastByte, POST_CLASS, type SeeingMast, type Seers, seersOf } from './land-coverage.ts';

/** Of the forest, for a target at one height. */
export interface TargetTally {
  readonly seenHectares: number;
  readonly locatedHectares: number;
  readonly blindWeight: number;
}

export interface LandTally {
  readonly landHectares: number;
  readonly forestHectares: number;
  readonly unknownHectares: number;
  /** Of all forest: hectares by weight. */
  readonly forestWeight: number;
  /** In the order of the targets asked. */
  readonly targets: readonly TargetTally[];
  /** Hectares of forest on the ground in view, by the size of its error ellipse: class k reaches to `ELLIPSE_STEP` ** (k + 1) metres. */
  readonly ellipses: readonly number[];
  /** The masts that see a part of the land, by index. */
  readonly seeing: readonly number[];
}

export interface TallyOptions {
  readonly targets: readonly number[];
  readonly crossingDegrees: number;
  readonly visibilityMetres: number | null;
}

/** The classes of ellipses grow by 2 %, so percentiles are exact to 1 %. The last class contains all from 100 km. */
const ELLIPSE_STEP = 1.02;
const ELLIPSE_CLASSES = Math.ceil(Math.log(100_000) / Math.log(ELLIPSE_STEP)) + 1;

export function tallyOf(
  land: Land,
  masts: readonly SeeingMast[],
  options: TallyOptions,
  seers = seersOf(land, masts, options.visibilityMetres),
): LandTally {
  const { landHectares, forestHectares, unknownHectares, forestWeight } = landSums(land);
  return {
    ...{ landHectares, forestHectares, unknownHectares, forestWeight },
    targets: options.targets.map((target) => targetTally(land, classesOf(land, masts, seers, target, options.crossingDegrees))),
    ellipses: ellipseClasses(land, ellipsesOf(land, masts, seers, 0)),
    seeing: [...new Set(seers.mast)].toSorted((a, b) => a - b),
  };
}

function landSums({ box, land, weights, hectares }: Land) {
  const byKind = new Float64Array(LAND.forest + 1);
  let forestWeight = 0;
  for (let row = 0, post = 0; row < box.rows; row++) {
    const each = hectares[row] as number;
    for (let column = 0; column < box.columns; column++, post++) {
      const kind = land[post] as number;
      byKind[kind] = (byKind[kind] as number) + each;
      forestWeight += (weights[post] as number) * each;
    }
  }
  const [, unknownHectares = 0, open = 0, forestHectares = 0] = byKind;
  return { landHectares: unknownHectares + open + forestHectares, forestHectares, unknownHectares, forestWeight };
}

function targetTally({ box, land, weights, hectares }: Land, classes: Uint8Array): TargetTally {
  let [seenHectares, locatedHectares, blindWeight] = [0, 0, 0];
  for (let row = 0, post = 0; row < box.rows; row++) {
    const each = hectares[row] as number;
    for (let column = 0; column < box.columns; column++, post++) {
      if (land[post] !== LAND.forest) continue;
      const found = classes[post] as number;
      if (found === POST_CLASS.blindForest) blindWeight += (weights[post] as number) * each;
      else seenHectares += each;
      if (found === POST_CLASS.located) locatedHectares += each;
    }
  }
  return { seenHectares, locatedHectares, blindWeight };
}

function ellipseClasses({ box, land, hectares }: Land, axes: Float32Array): number[] {
  const classes = new Array<number>(ELLIPSE_CLASSES).fill(0);
  for (let row = 0, post = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++, post++) {
      const metres = axes[post] as number;
      if (land[post] !== LAND.forest || Number.isNaN(metres)) continue;
      const at = Math.min(ELLIPSE_CLASSES - 1, Math.max(0, Math.floor(Math.log(metres) / Math.log(ELLIPSE_STEP))));
      classes[at] = (classes[at] as number) + (hectares[row] as number);
    }
  }
  return classes;
}

/** The size below which this share of the forest lies, metres; null: none is in view. */
export function ellipseAt(classes: readonly number[], share: number): number | null {
  const total = classes.reduce((sum, hectares) => sum + hectares, 0);
  let left = total * share;
  for (const [at, hectares] of classes.entries()) {
    left -= hectares;
    if (hectares > 0 && left <= 1e-9 * total) return ELLIPSE_STEP ** (at + 0.5);
  }
  return null;
}

/** The sum of tallies. `seeing` is not added, because the indexes of masts differ from tally to tally. */
export function addTallies(tallies: readonly LandTally[], targets: number): LandTally {
  const sum = (of: (tally: LandTally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    landHectares: sum(({ landHectares }) => landHectares),
    forestHectares: sum(({ forestHectares }) => forestHectares),
    unknownHectares: sum(({ unknownHectares }) => unknownHectares),
    forestWeight: sum(({ forestWeight }) => forestWeight),
    targets: Array.from({ length: targets }, (_, at) => ({
      seenHectares: sum((tally) => tally.targets[at]?.seenHectares ?? 0),
      locatedHectares: sum((tally) => tally.targets[at]?.locatedHectares ?? 0),
      blindWeight: sum((tally) => tally.targets[at]?.blindWeight ?? 0),
    })),
    ellipses: Array.from({ length: ELLIPSE_CLASSES }, (_, at) => sum(({ ellipses }) => ellipses[at] ?? 0)),
    seeing: [],
  };
}

/** What changes from some masts to others: hectares of forest that only the later ones see, and that only the earlier ones see. */
export interface ViewChange {
  readonly gainedHectares: number;
  readonly lostHectares: number;
  /** By post: 1 gained, 2 lost, forest or not. */
  readonly classes: Uint8Array;
}

export const GAINED = 1;
export const LOST = 2;

export function changeOf({ box, land, hectares }: Land, before: Seers, after: Seers, targetMetres: number): ViewChange {
  const classes = new Uint8Array(land.length);
  const least = leastByte(targetMetres);
  let [gainedHectares, lostHectares] = [0, 0];
  for (let row = 0, post = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++, post++) {
      const [was, is] = [isSeen(before, post, least), isSeen(after, post, least)];
      if (was === is) continue;
      classes[post] = is ? GAINED : LOST;
      if (land[post] !== LAND.forest) continue;
      if (is) gainedHectares += hectares[row] as number;
      else lostHectares += hectares[row] as number;
    }
  }
  return { gainedHectares, lostHectares, classes };
}

function isSeen({ first, seen }: Seers, post: number, least: number): boolean {
  for (let at = first[post] as number; at < (first[post + 1] as number); at++) if ((seen[at] as number) >= least) return true;
  return false;
}
