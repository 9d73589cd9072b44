// What the worker of coverage is asked, and what it answers. All arrays lie in shared memory.
import type { HorizonSector, Land, LandTally, MastView, PlacedMast, PostBox, SeeingMast } from '@lookout/geo';
import type { CoveragePicture, TargetMetres } from '../coverage.ts';

interface ViewQuestion {
  readonly kind: 'view';
  readonly box: PostBox;
  readonly heights: Float32Array;
  readonly mast: Omit<PlacedMast, 'sectors'> & { readonly sectors: readonly HorizonSector[] };
  readonly level: number;
}

interface LandQuestion {
  readonly kind: 'land';
  readonly box: PostBox;
  readonly heights: Float32Array;
  readonly classes: Uint8Array;
  /** Of `LAND`, by class. */
  readonly kinds: readonly number[];
  /** The boundary; null: all of the box. */
  readonly polygons: readonly (readonly (readonly (readonly number[])[])[])[] | null;
}

interface TallyQuestion {
  readonly kind: 'tally';
  readonly land: Land;
  readonly masts: readonly SeeingMast[];
  readonly visibilityMetres: number | null;
}

interface PictureQuestion {
  readonly kind: 'picture';
  readonly land: Land;
  readonly masts: readonly SeeingMast[];
  readonly visibilityMetres: number | null;
  readonly show: CoveragePicture;
  readonly targetMetres: number;
}

interface TrialQuestion {
  readonly kind: 'trial';
  readonly land: Land;
  readonly before: readonly SeeingMast[];
  readonly after: readonly SeeingMast[];
  /** The height at which the picture shows the difference. */
  readonly targetMetres: TargetMetres;
}

export type CoverageQuestion = ViewQuestion | LandQuestion | TallyQuestion | PictureQuestion | TrialQuestion;

/** Classes of posts, 0: none, and the area of each class. */
export interface ClassedPosts {
  readonly classes: Uint8Array;
  /** Hectares by class. */
  readonly hectares: readonly number[];
}

export interface TrialAnswer {
  readonly before: LandTally;
  readonly after: LandTally;
  /** Forest, by target. */
  readonly gainedHectares: readonly number[];
  readonly lostHectares: readonly number[];
  readonly picture: ClassedPosts;
}

export interface CoverageAnswers {
  readonly view: MastView | null;
  /** Of `LAND`, by post. */
  readonly land: Uint8Array;
  readonly tally: LandTally;
  readonly picture: ClassedPosts;
  readonly trial: TrialAnswer;
}

/** A worker of coverage. */
export type AskCoverage = <K extends CoverageQuestion['kind']>(
  question: Extract<CoverageQuestion, { kind: K }>,
) => Promise<CoverageAnswers[K]>;
