// Fire danger by cells, draped on the terrain: a picture for each prefecture or county with one pixel per cell. The cell that the user
// asked about is framed.

import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import { type GridPicture, gridPicturesLayer } from '@lookout/map/layers/grid-pictures.ts';
import { type SeenView, watchViews } from '@lookout/map/layers/view-watch.ts';

/** A cell to be framed. */
export interface DangerCellMark extends Place {
  /** Side length. */
  readonly cellMetres: number;
}

export interface DangerGridOnMap {
  /** Replaces all pictures; a picture that remains is not touched. */
  readonly set: (pictures: readonly GridPicture[]) => void;
  readonly mark: (cell: DangerCellMark | null) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly show: (visible: boolean) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  /** The default opacity. */
  readonly opacity: number;
}

const DANGER_OPACITY = 0.6;

export function mountDangerGrid(globe: Globe): DangerGridOnMap {
  const pictures = globe.addLayer(gridPicturesLayer('danger-grid', DANGER_OPACITY));
  const frame = globe.addLayer(drawingLayer('danger-cell', true));
  const onSeen = watchViews(globe, 'danger-grid-view');
  return {
    set: (wanted) => pictures.apply({ pictures: wanted }),
    mark: (cell) => frame.apply(cell === null ? [] : [cellDrawing(cell)]),
    setOpacity: (opacity) => pictures.apply({ opacity }),
    show: (visible) => {
      pictures.show(visible);
      frame.show(visible);
    },
    onSeen,
    opacity: DANGER_OPACITY,
  };
}

const METRES_PER_DEGREE = 111_195;
const FRAME_LOOK = { plotId: null, shape: 'area', colour: '#ffffff', widthPixels: 2, fillOpacity: 0, texts: [], handles: false } as const;

/** The outline of a cell around its centre. */
export function cellDrawing({ lng, lat, cellMetres }: DangerCellMark): Drawing {
  const up = cellMetres / METRES_PER_DEGREE / 2;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return {
    ...FRAME_LOOK,
    points: [
      { lng: lng - across, lat: lat - up },
      { lng: lng + across, lat: lat - up },
      { lng: lng + across, lat: lat + up },
      { lng: lng - across, lat: lat + up },
    ],
  };
}
