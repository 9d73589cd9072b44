// 护林视域 on the terrain: the pictures of the grids in view, or in their place the picture of one mast or of a trial.

import type { Globe } from '@lookout/map/engine/globe.ts';
import { type GridPicture, gridPicturesLayer } from '@lookout/map/layers/grid-pictures.ts';
import { type SeenView, watchViews } from '@lookout/map/layers/view-watch.ts';

export interface CoverageOnMap {
  /** Replaces the pictures of the grids; a picture that remains is not touched. */
  readonly set: (pictures: readonly GridPicture[]) => void;
  /** Draws one picture in place of all others; null: the grids are drawn again. */
  readonly single: (picture: GridPicture | null) => void;
  readonly setOpacity: (opacity: number) => void;
  /** Shows the pictures of the grids; a single picture is shown in any case. */
  readonly show: (visible: boolean) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  /** The default opacity. */
  readonly opacity: number;
}

const COVERAGE_OPACITY = 0.6;

export function mountCoverage(globe: Globe): CoverageOnMap {
  const grids = globe.addLayer(gridPicturesLayer('coverage', COVERAGE_OPACITY));
  const one = globe.addLayer(gridPicturesLayer('coverage-single', COVERAGE_OPACITY));
  const onSeen = watchViews(globe, 'coverage-view');
  let isVisible = false;
  let isSingle = false;
  one.show(true);
  return {
    set: (pictures) => grids.apply({ pictures }),
    single: (picture) => {
      isSingle = picture !== null;
      one.apply({ pictures: picture === null ? [] : [picture] });
      grids.show(isVisible && !isSingle);
    },
    setOpacity: (opacity) => {
      grids.apply({ opacity });
      one.apply({ opacity });
    },
    show: (visible) => {
      isVisible = visible;
      grids.show(isVisible && !isSingle);
    },
    onSeen,
    opacity: COVERAGE_OPACITY,
  };
}
