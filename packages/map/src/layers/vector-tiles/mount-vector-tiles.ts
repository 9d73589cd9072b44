// The door to the vector layers for the web.
import { vectorTileBand } from '../../bands.ts';
import type { Globe } from '../../engine/globe.ts';
import { type VectorTileLayer, type VectorTileOptions, vectorTileLayer } from './vector-tile-layer.ts';

export interface VectorTiles {
  /** Replaces all. */
  readonly set: (layers: readonly VectorTileLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly setOpacity: (id: string, opacity: number) => void;
  /** 0 lies lowest. */
  readonly setPlace: (id: string, place: number) => void;
  /** Tries anew what could not be had. */
  readonly again: (id: string) => void;
  readonly destroy: () => void;
}

/** @param region `vectorTilesBelowMetres`: from there upwards nothing is drawn (specification §9) */
export function mountVectorTiles(
  globe: Globe,
  region: { readonly vectorTilesBelowMetres: number },
  options: Omit<VectorTileOptions, 'heights'>,
): VectorTiles {
  const layer = globe.addLayer(vectorTileLayer({ ...options, heights: vectorTileBand(region) }));
  return {
    set: (layers) => layer.apply({ layers }),
    show: (id, visible) => layer.apply({ id, visible }),
    setOpacity: (id, opacity) => layer.apply({ id, opacity }),
    setPlace: (id, place) => layer.apply({ id, place }),
    again: (id) => layer.apply({ again: id }),
    destroy: layer.destroy,
  };
}
