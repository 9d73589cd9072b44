import { layersEn, layersZh } from '../layers/messages.ts';
import type { GlobePart } from '../part.ts';
import { createNameLoader } from './name-loader.ts';

/** Names of provinces, prefectures, counties and towns, of the whole country: a map shows its neighbours' too. */
export const names: GlobePart = ({ map, globe, services }) => {
  const layer = map.mountNames(globe);
  const row = services.layers.register({
    id: 'names',
    group: 'boundaries',
    title: { zh: layersZh.rows.names, en: layersEn.rows.names },
    visible: true,
    setVisible: layer.show,
  });
  const loader = createNameLoader({
    load: (province) =>
      services.client.grids.mapNames({ query: province === null ? {} : { province }, occasion: 'background', silent: true }),
    add: layer.add,
    language: globe.language,
    bands: map.NAME_BANDS,
    onFailed: (isFailed) => row.setState(isFailed ? { kind: 'failed', retry: loader.retry } : { kind: 'ready' }),
  });
  const stopSeeing = layer.onSeen(loader.see);
  return () => {
    stopSeeing();
    loader.stop();
    row.remove();
  };
};
