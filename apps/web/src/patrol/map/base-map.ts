// A Leaflet map with the stored terrain image and boundaries of the ranger's grid, the base of every map on his page. It fetches nothing.
import { control, imageOverlay, type LatLngTuple, type Map as LeafletMap, latLngBounds, map as leafletMap, polygon } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { COLOURS } from '../../shared/tokens.ts';
import type { GridMap } from './grid-map.ts';

interface Place {
  readonly lng: number;
  readonly lat: number;
}

export const at = ({ lng, lat }: Place): LatLngTuple => [lat, lng];

export const HERE_ZOOM = 12;
const ZOOMS = { minZoom: 6, maxZoom: 16 } as const;

interface BaseMap {
  readonly map: LeafletMap;
  readonly close: () => void;
}

/**
 * @param centre the initial centre; null: the whole grid
 * @param texts titles of the zoom buttons
 */
export function openBaseMap(
  host: HTMLElement,
  { areas, relief }: Pick<GridMap, 'areas' | 'relief'>,
  centre: Place | null,
  texts: { readonly zoomIn: string; readonly zoomOut: string },
): BaseMap {
  const map = leafletMap(host, { ...ZOOMS, attributionControl: false, zoomControl: false, zoomSnap: 0.5 });
  control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  const url = relief && URL.createObjectURL(relief.picture);
  if (relief && url !== null) {
    const { west, south, east, north } = relief.box;
    imageOverlay(url, latLngBounds([south, west], [north, east])).addTo(map);
  }
  for (const [index, { rings }] of areas.entries())
    polygon(
      rings.map((ring) => ring.map(([lng, lat]): LatLngTuple => [lat, lng])),
      { color: COLOURS.ground, weight: index === 0 ? 3 : 1, fill: false, interactive: false, ...(index > 0 && { dashArray: '4 4' }) },
    ).addTo(map);
  const own = areas[0]?.rings.flat().map(([lng, lat]): LatLngTuple => [lat, lng]) ?? [];
  if (centre !== null) map.setView(at(centre), HERE_ZOOM);
  else if (own.length > 0) map.fitBounds(latLngBounds(own));
  else map.setView([35, 105], ZOOMS.minZoom);
  return {
    map,
    close: () => {
      map.remove();
      if (url !== null) URL.revokeObjectURL(url);
    },
  };
}
