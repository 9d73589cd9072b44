// The base maps from the settings: 天地图 by one key, IMAGERY_URL, and the entries of BASE_MAPS.
import { createHash } from 'node:crypto';
import type { Config } from '@lookout/server/settings/config.ts';
import type { ListedBaseMap } from '../base-map.calls.ts';
import { type TileAddress, tileAddressOf } from './tile-address.ts';

export interface BaseMapSource extends Omit<ListedBaseMap, 'scheme' | 'tileUrl'> {
  readonly address: TileAddress;
  /** Changes with the address, so that cached tiles are replaced. The key cannot be derived from it. */
  readonly version: string;
}

/** 天地图's own limit; relief and its labels end earlier. */
const FINEST_LEVEL = 18;
const FINEST_RELIEF_LEVEL = 14;

const TIANDITU = [
  { id: 'tianditu-img', layer: 'img', labels: 'cia', zh: '天地图影像', en: 'Tianditu imagery', maxLevel: FINEST_LEVEL },
  { id: 'tianditu-vec', layer: 'vec', labels: 'cva', zh: '天地图矢量', en: 'Tianditu street map', maxLevel: FINEST_LEVEL },
  { id: 'tianditu-ter', layer: 'ter', labels: 'cta', zh: '天地图地形', en: 'Tianditu relief', maxLevel: FINEST_RELIEF_LEVEL },
] as const;

type Settings = Pick<Config, 'tiandituKey' | 'imageryUrl' | 'baseMaps'>;

/** In the order in which they are offered. */
export function baseMapSources({ tiandituKey, imageryUrl, baseMaps }: Settings): BaseMapSource[] {
  return [
    ...(tiandituKey === null ? [] : tianditu(tiandituKey)),
    ...(imageryUrl === null ? [] : sourceOf({ id: 'imagery', title: { zh: '影像', en: 'Imagery' }, kind: 'base', url: imageryUrl })),
    ...baseMaps.flatMap(({ title, url, isLabels }, index) =>
      sourceOf({ id: `own-${index + 1}`, title: { zh: title, en: title }, kind: isLabels ? 'labels' : 'base', url }),
    ),
  ];
}

const tianditu = (key: string): BaseMapSource[] =>
  TIANDITU.flatMap(({ id, layer, labels, zh, en, maxLevel }) => {
    const url = (name: string) => `https://t{s}.tianditu.gov.cn/${name}_w/wmts?tk=${encodeURIComponent(key)}`;
    const title = { zh, en };
    const names = { zh: `${zh}注记`, en: `${en}: labels` };
    return [
      ...sourceOf({ id, title, kind: 'base', url: url(layer), maxLevel }),
      ...sourceOf({ id: `${id}-labels`, title: names, kind: 'labels', labelsOf: id, url: url(labels), maxLevel }),
    ];
  });

interface Named extends Pick<ListedBaseMap, 'id' | 'title' | 'kind'>, Partial<Pick<ListedBaseMap, 'labelsOf' | 'maxLevel'>> {
  readonly url: string;
}

/** Empty if the address is not that of a tile service; config.ts refuses such an address at startup. */
function sourceOf({ url, labelsOf = null, maxLevel = FINEST_LEVEL, ...named }: Named): BaseMapSource[] {
  const address = tileAddressOf(url);
  if (address === null) return [];
  const version = createHash('sha256').update(address.template).digest('hex').slice(0, 8);
  return [{ ...named, labelsOf, maxLevel, address, version }];
}

export const listed = ({ id, title, kind, labelsOf, maxLevel, version, address: { scheme } }: BaseMapSource): ListedBaseMap => ({
  id,
  title,
  kind,
  labelsOf,
  scheme,
  maxLevel,
  tileUrl: `/basemaps/${id}/${version}/{z}/{x}/{y}`,
});
