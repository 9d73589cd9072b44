// Which grids' pictures a layer of the globe requests: the user's own prefecture or county, or the prefectures in view.

import { type GridNo, levelOf, parseGridNo } from '@lookout/domain';
import { createAreaCache, featuresInParts, loadFarAreas } from '../areas.ts';
import type { PartContext } from '../part.ts';
import { type GridBox, gridsInView, prefectureBoxes, type ViewBox } from './grids-in-view.ts';

export interface PictureGrids {
  readonly wanted: readonly GridNo[];
  /** Whether more grids are in view than are drawn. */
  readonly isCut: boolean;
  /** Non-null if the outlines that determine the grids in view could not be fetched; calling it retries. */
  readonly retryAreas: (() => void) | null;
}

export const NO_PICTURE_GRIDS: PictureGrids = { wanted: [], isCut: false, retryAreas: null };

/** The grid of the user, if there are pictures of it or of grids in it: none of a township. */
export function picturedGridOf({ session }: PartContext['services']): GridNo | null {
  const own = parseGridNo(session.get().info?.userDTO.gridNo);
  return own !== null && ['nation', 'province', 'prefecture', 'county'].includes(levelOf(own)) ? own : null;
}

interface Options {
  /** Of `picturedGridOf`. */
  readonly own: GridNo;
  /** Whether pictures are shown at all. */
  readonly isShown: () => boolean;
  /** The grids of which there are pictures; `'all'`: of every grid; null: not known yet. */
  readonly known: () => readonly GridNo[] | 'all' | null;
  readonly wanted: () => readonly GridNo[];
  readonly publish: (change: Partial<PictureGrids>) => void;
}

export interface PictureGridsWatch {
  /** Publishes the wanted grids again, after what is shown or known has changed. */
  readonly look: () => void;
  readonly see: (view: ViewBox) => void;
}

export function watchPictureGrids({ services, window, isMounted }: PartContext, options: Options): PictureGridsWatch {
  const { client, now } = services;
  const { own, isShown, known, wanted, publish } = options;
  const isPicture = ['prefecture', 'county'].includes(levelOf(own));
  let boxes: readonly GridBox[] | null = null;
  let view: ViewBox | null = null;
  let isRequested = false;

  const look = () => {
    if (!isShown()) return;
    const [there, drawn] = [known(), wanted()];
    if (there === null) publish({ wanted: [], isCut: false });
    else if (isPicture) {
      if (there.length > 0 !== drawn.length > 0) publish({ wanted: there.length > 0 ? [own] : [] });
    } else if (boxes === null) needBoxes();
    else if (view !== null) {
      const watched = there === 'all' ? boxes : boxes.filter(({ gridNo }) => there.includes(gridNo));
      publish(gridsInView(watched, view, drawn));
    }
  };
  const needBoxes = () => {
    if (isRequested) return;
    isRequested = true;
    publish({ retryAreas: null });
    loadBoxes().then(
      (found) => {
        boxes = found;
        if (isMounted()) look();
      },
      () => {
        isRequested = false;
        if (isMounted()) publish({ retryAreas: needBoxes });
      },
    );
  };
  const loadBoxes = async (): Promise<GridBox[]> => {
    const rows = await loadFarAreas(client, createAreaCache(window.localStorage, now), own, 'prefectures');
    const found: GridBox[] = [];
    const pause = () => new Promise<void>((resolve) => window.setTimeout(resolve));
    for await (const part of featuresInParts(rows, pause)) found.push(...prefectureBoxes(part));
    return found;
  };

  return {
    look,
    see: (next) => {
      view = next;
      look();
    },
  };
}
