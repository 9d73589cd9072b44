// Pictures of grids draped on the terrain: one for each prefecture or county, with one pixel per cell.

import { ImageryLayer, TextureMagnificationFilter, TextureMinificationFilter } from 'cesium';
import { EVERY_HEIGHT } from '../bands.ts';
import { type Box, pictureAt } from './draped-picture.ts';
import type { Layer } from './layer.ts';

export interface GridPicture {
  /** A different picture has a different id. */
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  readonly box: Box;
  /** A data URL. */
  readonly image: string;
}

/** `pictures` replaces all; a picture that remains is not touched. */
export type GridPicturesChange = { readonly pictures: readonly GridPicture[] } | { readonly opacity: number };

/** @param initialOpacity 0 … 1 */
export function gridPicturesLayer(id: string, initialOpacity: number): Layer<GridPicturesChange> {
  return {
    id,
    heights: EVERY_HEIGHT,
    mount: ({ scene, requestFrame }) => {
      const drawn = new Map<string, ImageryLayer>();
      let opacity = initialOpacity;
      let visible = false;
      // The globe uses a loaded picture only when it draws a frame.
      const loaded = (url: string) => decoded(url).finally(requestFrame);
      const remove = (key: string, imagery: ImageryLayer): void => {
        drawn.delete(key);
        scene.imageryLayers.remove(imagery, true);
      };
      return {
        apply: (change) => {
          if ('opacity' in change) {
            opacity = change.opacity;
            for (const imagery of drawn.values()) imagery.alpha = opacity;
            return;
          }
          const wanted = new Set(change.pictures.map((picture) => picture.id));
          for (const [key, imagery] of [...drawn]) if (!wanted.has(key)) remove(key, imagery);
          for (const picture of change.pictures) {
            if (drawn.has(picture.id)) continue;
            const imagery = new ImageryLayer(pictureAt({ ...picture, load: () => loaded(picture.image) }), {
              alpha: opacity,
              show: visible,
              // A cell has one class, so its edge is sharp and colours are not interpolated.
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
          for (const [key, imagery] of [...drawn]) remove(key, imagery);
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
