// What is sent to the worker thread that chooses sites, and what it answers.
import type { RoadNet } from '@lookout/fire-model';
import type { MastView, PostBox } from '@lookout/geo';
import type { GridLand } from '../../coverage/service/coverage.ts';
import type { CandidatePlace, SiteFailure, SiteQuestion, SiteResult } from '../site.ts';

export interface SiteJob {
  readonly question: SiteQuestion;
  /** Empty where the candidates are ridges. */
  readonly places: readonly CandidatePlace[];
  readonly land: GridLand;
  /** Elevations for the viewsheds of the new masts, on posts as fine as memory permits, which include those of the land. */
  readonly ground: { readonly box: PostBox; readonly heights: Float32Array };
  /** What the masts that stand see. */
  readonly views: readonly MastView[];
  /** null: there are no roads. */
  readonly roads: RoadNet | null;
  /** Shared memory: the share of the work that is done, in thousandths. */
  readonly progress: Int32Array;
  /** The flag of alarms under way (features/travel/service/right-of-way.ts), for which the thread pauses. */
  readonly rightOfWay: Int32Array;
}

export type SiteAnswer =
  | { readonly result: SiteResult; readonly failure: null }
  | { readonly result: null; readonly failure: Extract<SiteFailure, 'no-elevation' | 'no-candidates' | 'nothing-to-see'> };
