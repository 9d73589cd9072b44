// Decodes a vector tile. Loads no Cesium, because workers load it.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';

export const decodeVectorTile = (bytes: Uint8Array): VectorTile => new VectorTile(new PbfReader(bytes));
