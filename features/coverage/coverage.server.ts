// What masts see, by grid, by mast and as pictures, and what another mast would change.
import { covers, type GridNo, levelOf, withGridName } from '@lookout/domain';
import { hectaresByRow, leastByte, type MastView, UNKNOWN_VIEW } from '@lookout/geo';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { LRUCache } from 'lru-cache';
import type { Contract } from '../contract.ts';
import { ELLIPSE_LIMITS_METRES, MAST_CLASSES, TARGET_METRES } from './coverage.ts';
import { drawPicture, type Picture, type PictureClass } from './server/coverage-picture.ts';
import { trialHandler } from './server/trial.ts';
import type { ClassedPosts } from './service/coverage-question.ts';

export const coverage: ServerFeature<'coverage'> = {
  open: (room) => ({ calls: { ...figureHandlers(room), ...pictureHandlers(room), ...trialHandler(room) } }),
};

type Calls = Handlers<Contract['coverage']>;

function figureHandlers({ coverage: seen, grids }: Pick<Room, 'coverage' | 'grids'>): Pick<Calls, 'coverageFigures' | 'coverageMasts'> {
  const nameOf = (no: GridNo): string => grids().nameOf(no) ?? no;
  return {
    async coverageFigures({ scope }, { query: { gridNo, visibilityMetres } }) {
      if (!covers(scope, gridNo)) throw notFound();
      if (grids().find(gridNo) === null) throw invalid('gridNo', 'coverage-figures-level');
      const figures = await seen.figuresOf(gridNo, visibilityMetres ?? null);
      return { ...figures, rows: figures.rows.map((row) => withGridName(row, nameOf)) };
    },

    async coverageMasts({ scope }) {
      return { rows: seen.masts(scope).map((mast) => withGridName({ ...mast, ...seen.seenBy(mast) }, nameOf)) };
    },
  };
}

/** Colours of `MAST_CLASSES`, and of the classes of ellipses from small to large. */
const MAST_COLOURS = ['#b91c1c', '#9ca3af', '#fde047', '#60a5fa', '#22c55e'] as const;
const ELLIPSE_COLOURS = ['#15803d', '#65a30d', '#facc15', '#fb923c', '#ef4444', '#7f1d1d'] as const;
/** Of what a mast sees at the ground, and from 10 and 50 m above it. */
const VIEW_COLOURS = ['#15803d', '#84cc16', '#fde047'] as const;

const PICTURE_CLASSES: Readonly<Record<'masts' | 'ellipse' | 'viewshed', readonly PictureClass[]>> = {
  masts: MAST_CLASSES.map((name, at) => ({ name, colour: MAST_COLOURS[at] as string })),
  ellipse: [...ELLIPSE_LIMITS_METRES.map(String), `>${ELLIPSE_LIMITS_METRES.at(-1)}`].map((name, at) => ({
    name,
    colour: ELLIPSE_COLOURS[at] as string,
  })),
  viewshed: TARGET_METRES.map((metres, at) => ({ name: String(metres), colour: VIEW_COLOURS[at] as string })),
};

/** Some hundred kilobytes each. */
const MOST_PICTURES = 100;
/** Danger and boundaries change less often. */
const PICTURE_MS = 10 * 60_000;

function pictureHandlers({ coverage: seen, elevation, landCover }: Pick<Room, 'coverage' | 'elevation' | 'landCover'>) {
  const cache = new LRUCache<string, Promise<Picture>>({ max: MOST_PICTURES, ttl: PICTURE_MS });
  const cached = (key: string, draw: () => Promise<Picture>): Promise<Picture> => {
    const made = cache.get(key) ?? draw();
    cache.set(key, made);
    // A failure is not cached: the next request tries again.
    made.catch(() => cache.delete(key));
    return made;
  };
  return {
    async coveragePicture({ scope }, { query: { gridNo, targetMetres, show, visibilityMetres = null } }) {
      if (!covers(scope, gridNo)) throw notFound();
      if (levelOf(gridNo) !== 'prefecture' && levelOf(gridNo) !== 'county') throw invalid('gridNo', 'coverage-picture-level');
      const version = [gridNo, targetMetres, show, visibilityMetres, seen.version(), elevation().version(), landCover.version()].join(' ');
      return cached(version, async () => {
        const land = await seen.landOf(gridNo);
        if (land === null) throw invalid('gridNo', 'coverage-no-boundary');
        const masts = await seen.seeing(land.area);
        const posts = await seen.pictureOf(land, masts, { show, targetMetres, visibilityMetres });
        return drawPicture({ show, version, box: land.box, posts, classes: PICTURE_CLASSES[show], ground: land.ground });
      });
    },

    async mastViewshed({ scope }, { query: { id, visibilityMetres = null } }) {
      const mast = seen.masts(scope).find((one) => one.id === id);
      if (mast === undefined) throw notFound();
      if (!(mast.mastMetres > 0)) throw invalid('id', 'coverage-mast-height');
      const version = [id, mast.position.lng, mast.position.lat, visibilityMetres, seen.version()].join(' ');
      return cached(version, async () => {
        const view = await seen.wholeViewOf({ ...mast, rangeMetres: Math.min(mast.rangeMetres, visibilityMetres ?? mast.rangeMetres) });
        if (view === null) throw invalid('id', 'coverage-no-elevation');
        const classes = PICTURE_CLASSES.viewshed;
        return drawPicture({ show: 'viewshed', version, box: view.box, posts: classesOfView(view), classes, ground: elevation().origin() });
      });
    },
  } satisfies Pick<Calls, 'coveragePicture' | 'mastViewshed'>;
}

/** Classes by the lowest of `TARGET_METRES` that is in view. */
function classesOfView({ box, seen }: MastView): ClassedPosts {
  const byByte = new Uint8Array(UNKNOWN_VIEW + 1);
  for (const [at, metres] of TARGET_METRES.entries()) byByte[leastByte(metres)] = at + 1;
  const areas = hectaresByRow(box);
  const hectares = new Array<number>(TARGET_METRES.length + 1).fill(0);
  const classes = seen.map((byte, post) => {
    const found = byByte[byte] as number;
    hectares[found] = (hectares[found] as number) + (areas[Math.floor(post / box.columns)] as number);
    return found;
  });
  return { classes, hectares };
}
