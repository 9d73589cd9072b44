// What camera masts see, for all who ask: pages, the choice of sites, and the tours of cameras. Everything lies on posts of one lattice
// (geo/elevation/post-box.ts), so that views of different masts can be combined.
import { type GridNo, NATION } from '@lookout/domain';
import type { GroundBox, MastView, SeeingMast } from '@lookout/geo';
import type { Deps } from '@lookout/server/services/deps.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { createForestDanger } from '../../danger/service/forest-weights.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { Elevation } from '../../terrain/service/elevation.ts';
import { createGroundWindows } from '../../terrain/service/ground-window.ts';
import type { LandCoverLookup } from '../../terrain/service/land-cover.ts';
import type { RightOfWay } from '../../travel/service/right-of-way.ts';
import type { CoverageFigures, CoveragePicture, MastCoverage, TargetMetres } from '../coverage.ts';
import type { CountedMast } from '../masts.ts';
import { createBackground } from './background.ts';
import type { AskCoverage, ClassedPosts, CoverageAnswers, CoverageQuestion, TrialAnswer } from './coverage-question.ts';
import { createFigures, seeingMasts } from './figures.ts';
import { createLands, type GridLand } from './lands.ts';
import { watchMasts } from './mast-watch.ts';
import { createSeenAreas } from './seen-areas.ts';
import { createViews, type MastPlace } from './views.ts';

export type { GridLand } from './lands.ts';
export type { MastPlace } from './views.ts';

export interface Coverage {
  /** The masts of a scope, those that count for nothing included. */
  masts(scope: GridNo): readonly CountedMast[];
  /** The masts of all grids that count and whose range reaches the area, with what they see. */
  seeing(area: GroundBox): Promise<readonly (SeeingMast & { readonly id: string })[]>;
  /**
   * What a mast sees in clear air, on posts of `VIEW_LEVEL`; from memory once it was computed. A place for a tower that does not stand yet is a
   * mast, too. @returns null: there is no elevation under it
   */
  viewOf(mast: MastPlace): Promise<MastView | null>;
  /** The same on all posts on which it was swept; it is not stored. */
  wholeViewOf(mast: MastPlace): Promise<MastView | null>;
  /** The land that masts see, hectares, for each of `TARGET_METRES`. Empty: not computed yet, or the mast counts for nothing. */
  seenBy(mast: CountedMast): Pick<MastCoverage, 'seenHectares' | 'seenForestHectares'>;
  /** The land of a prefecture or county, and the weights of its forest. @returns null: its boundary is not known */
  landOf(gridNo: GridNo): Promise<GridLand | null>;
  /** The same of an area, at a level at which it has at most 1,000,000 posts. */
  landIn(area: GroundBox): Promise<GridLand>;
  figuresOf(gridNo: GridNo, visibilityMetres: number | null): Promise<CoverageFigures>;
  /** The classes of posts for a picture. */
  pictureOf(
    land: GridLand,
    masts: readonly SeeingMast[],
    wanted: { readonly show: CoveragePicture; readonly targetMetres: number; readonly visibilityMetres: number | null },
  ): Promise<ClassedPosts>;
  /** What changes if some masts stood in place of others. */
  compare(land: GridLand, before: readonly SeeingMast[], after: readonly SeeingMast[], targetMetres: TargetMetres): Promise<TrialAnswer>;
  /** Changes with the masts and the ground. */
  version(): string;
  stop(): Promise<void>;
}

interface CoverageDeps extends Pick<Deps, 'store' | 'changes' | 'log' | 'config' | 'gazetteer' | 'live'> {
  readonly elevation: Elevation;
  readonly landCover: LandCoverLookup;
  readonly rightOfWay: RightOfWay;
}

/** Elevations, decoded tiles and classes of land cover stay in memory while an officer moves masts. */
const IDLE_MS = 5 * 60_000;
/** A picture of a prefecture has about this many pixels at most. */
const MOST_POSTS = 1_000_000;

/** @throws Error when the cameras cannot be read */
export async function openCoverage(deps: CoverageDeps): Promise<Coverage> {
  const { store, log, config, gazetteer, elevation, landCover, rightOfWay, live } = deps;
  const grids = (): GridCatalogue => gazetteer().grids;
  const groundWindows = createGroundWindows({ dataDir: config.dataDir, demo: config.demo !== 'off', idleMs: IDLE_MS });
  const worker = createWorkerHost<CoverageQuestion, CoverageAnswers[CoverageQuestion['kind']]>(
    new URL('./coverage-worker.ts', import.meta.url),
    {
      workerData: { flag: rightOfWay.flag },
      idleMs: IDLE_MS,
    },
  );
  // The answer's kind is that of the question.
  const ask = ((question: CoverageQuestion) => worker.ask(question)) as AskCoverage;
  const masts = await watchMasts({
    ...deps,
    changed: () => live.publishDirect('coverage', NATION, { version: masts.version() }),
  });
  const danger = createForestDanger({ store, grids, gazetteer, elevation: () => elevation, groundWindows });
  const views = createViews({ elevation, groundWindows, ask });
  const lands = createLands({ store, gazetteer, elevation, landCover, groundWindows, danger, ask });
  const failed = (error: unknown): void => log.warn({ err: error }, 'a part of the coverage could not be computed');
  const background = createBackground({ rightOfWay, now: () => performance.now(), failed });
  const figures = createFigures({ masts, views, lands, background, ask, grids });
  const seen = createSeenAreas({ views, groundWindows, landCover, background });

  return {
    masts: (scope) => masts.of(scope),
    seeing: (area) => seeingMasts(views, masts.reaching(area)),
    viewOf: (mast) => views.of(mast),
    wholeViewOf: (mast) => views.whole(mast),
    seenBy: (mast) => seen(mast),
    async landOf(gridNo) {
      const bounds = await lands.boundsOf(gridNo);
      return bounds && lands.ofGrid(gridNo, lands.levelFor(bounds, MOST_POSTS));
    },
    landIn: (area) => lands.ofArea(area, lands.levelFor(area, MOST_POSTS)),
    figuresOf: (gridNo, visibilityMetres) => figures.of(gridNo, visibilityMetres),
    pictureOf: (land, seeing, wanted) => ask({ kind: 'picture', land, masts: bare(seeing), ...wanted }),
    compare: (land, before, after, targetMetres) => ask({ kind: 'trial', land, before: bare(before), after: bare(after), targetMetres }),
    version: () => masts.version(),
    async stop() {
      await masts.stop();
      await background.stop();
      await Promise.all([worker.stop(), groundWindows.stop()]);
    },
  };
}

/** Only what the worker needs. */
const bare = (masts: readonly SeeingMast[]): SeeingMast[] => masts.map(({ position, view }) => ({ position, view }));
