import { layersEn, layersZh } from '../layers/messages.ts';
import type { GlobePart } from '../part.ts';
import { createNameLoader } from './name-loader.ts';
import { createRiverLoader } from './river-loader.ts';

/**
 * Names of provinces, prefectures, counties and towns of the whole country, because a map also shows its neighbours, and rivers seen from
 * far.
 */
export const names: GlobePart = ({ map, globe, services, fetch }) => {
  const lines = map.mountRivers(globe);
  const layer = map.mountNames(globe);
  const rowOf = (id: 'names' | 'rivers', setVisible: (visible: boolean) => void) =>
    services.layers.register({
      id,
      group: 'boundaries',
      title: { zh: layersZh.rows[id], en: layersEn.rows[id] },
      visible: true,
      setVisible,
    });
  const nameRow = rowOf('names', layer.show);
  const riverRow = rowOf('rivers', lines.show);
  const names = createNameLoader({
    load: (province) =>
      services.client.grid.mapNames({ query: province === null ? {} : { province }, occasion: 'background', silent: true }),
    add: layer.add,
    language: globe.language,
    bands: map.NAME_BANDS,
    onFailed: (isFailed) => nameRow.setState(isFailed ? { kind: 'failed', retry: names.retry } : { kind: 'ready' }),
  });
  const rivers = createRiverLoader({
    fetch,
    add: (found) => {
      lines.add(found.lines);
      layer.add(found.names);
    },
    language: globe.language,
    fromMetres: map.NAME_BANDS.river.fromMetres,
    onFailed: (isFailed) => riverRow.setState(isFailed ? { kind: 'failed', retry: rivers.retry } : { kind: 'ready' }),
  });
  const stopSeeing = layer.onSeen((view) => {
    names.see(view);
    rivers.see(view);
  });
  return () => {
    stopSeeing();
    names.stop();
    rivers.stop();
    nameRow.remove();
    riverRow.remove();
  };
};
