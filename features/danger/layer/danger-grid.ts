// Fire danger by cells, draped on the terrain: a picture for each prefecture or county with one pixel per cell. The cell that the user
// asked about is framed.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Box, pictureAt } from '@lookout/map/layers/draped-picture.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { type SeenView, viewWatch } from '@lookout/map/layers/view-watch.ts';
import { ImageryLayer, TextureMagnificationFilter, TextureMinificationFilter } from 'cesium';

export interface DangerPicture {
  /** A different picture has a different id. */
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  readonly box: Box;
  /** A data URL. */
  readonly image: string;
}

/** A cell to be framed. */
export interface DangerCellMark extends Place {
  /** Side length. */
  readonly cellMetres: number;
}

export interface DangerGridOnMap {
  /** Replaces all pictures; a picture that remains is not touched. */
  readonly set: (pictures: readonly DangerPicture[]) => void;
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
  const pictures = globe.addLayer(dangerGridLayer());
  const frame = globe.addLayer(drawingLayer('danger-cell', true));
  const listeners = new Set<(view: SeenView) => void>();
  globe.addLayer(
    viewWatch('danger-grid-view', (view) => {
      for (const report of [...listeners]) report(view);
    }),
  );
  return {
    set: (wanted) => pictures.apply({ pictures: wanted }),
    mark: (cell) => frame.apply(cell === null ? [] : [cellDrawing(cell)]),
    setOpacity: (opacity) => pictures.apply({ opacity }),
    show: (visible) => {
      pictures.show(visible);
      frame.show(visible);
    },
    onSeen: (report) => {
      listeners.add(report);
      return () => void listeners.delete(report);
    },
    opacity: DANGER_OPACITY,
  };
}

type DangerGridChange = { readonly pictures: readonly DangerPicture[] } | { readonly opacity: number };

/** @param id of the layer, for other pictures of cells */
export function dangerGridLayer(id = 'danger-grid'): Layer<DangerGridChange> {
  return {
    id,
    heights: EVERY_HEIGHT,
    mount: ({ scene, requestFrame }) => {
      const drawn = new Map<string, ImageryLayer>();
      let opacity = DANGER_OPACITY;
      let visible = false;
      // The globe uses a loaded picture only when it draws a frame.
      const loaded = (url: string) => decoded(url).finally(requestFrame);
      const remove = (id: string, imagery: ImageryLayer): void => {
        drawn.delete(id);
        scene.imageryLayers.remove(imagery, true);
      };
      return {
        apply: (change) => {
          if ('opacity' in change) {
            opacity = change.opacity;
            for (const imagery of drawn.values()) imagery.alpha = opacity;
            return;
          }
          const wanted = new Set(change.pictures.map(({ id }) => id));
          for (const [id, imagery] of [...drawn]) if (!wanted.has(id)) remove(id, imagery);
          for (const picture of change.pictures) {
            if (drawn.has(picture.id)) continue;
            const imagery = new ImageryLayer(pictureAt({ ...picture, load: () => loaded(picture.image) }), {
              alpha: opacity,
              show: visible,
              // A cell has one level, so its edge is sharp and colours are not interpolated.
              magnificationFilter: TextureMagnificationFilter.NEAREST,
              minificationFilter: TextureMinificationFilter.NEAREST,
            });
            scene.imageryLayers.add(imagery);
            drawn.set(picture.id, imagery);
          }
        },
        show: (next) => {
          visible = next;
          for (const imagery of drawn.values()) imagery.show = next;
        },
        destroy: () => {
          for (const [id, imagery] of [...drawn]) remove(id, imagery);
        },
      };
    },
  };
}

async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
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
