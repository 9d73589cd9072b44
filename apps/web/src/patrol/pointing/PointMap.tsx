// The stored map of the grid for locating a fire: a tap places it. The line of sight and the ellipse that contains the fire are drawn.
import { type Ellipse, ellipseRing, type LngLat } from '@lookout/geo';
import { circleMarker, divIcon, type LatLngTuple, type Map as LeafletMap, layerGroup, marker, polygon, polyline } from 'leaflet';
import { useEffect, useRef } from 'react';
import { at, openBaseMap } from '../map/base-map.ts';
import type { GridMap } from '../map/grid-map.ts';
import { useMapMessages } from '../map/messages.ts';

interface Props {
  readonly gridMap: GridMap;
  readonly label: string;
  /** The ranger's position; null: unknown. */
  readonly stand: LngLat | null;
  readonly place: LngLat | null;
  readonly ellipse: Ellipse | null;
  /** Absent: the map is read-only. */
  readonly onPoint?: ((place: LngLat) => void) | undefined;
}

const FIRE = { color: '#b91c1c', weight: 2, interactive: false } as const;
const SIGHT = { color: '#b91c1c', weight: 2, dashArray: '6 6', interactive: false } as const;
const ME = { radius: 9, color: '#ffffff', weight: 3, fillColor: '#1d4ed8', fillOpacity: 1, interactive: false } as const;
const MARK: [number, number] = [36, 36];

export function PointMap({ gridMap, label, stand, place, ellipse, onPoint }: Props) {
  const texts = useMapMessages();
  const host = useRef<HTMLDivElement>(null);
  const opened = useRef<LeafletMap | null>(null);
  const latest = useRef({ onPoint, centre: place ?? stand, words: texts });
  latest.current = { onPoint, centre: place ?? stand, words: texts };

  useEffect(() => {
    if (host.current === null) return;
    const { map, close } = openBaseMap(host.current, gridMap, latest.current.centre, latest.current.words);
    // Wrapped, because on a map dragged around the world a longitude would exceed 180.
    map.on('click', ({ latlng }) => {
      const { lng, lat } = latlng.wrap();
      latest.current.onPoint?.({ lng, lat });
    });
    opened.current = map;
    return () => {
      opened.current = null;
      close();
    };
  }, [gridMap]);

  const [placeLng, placeLat, standLng, standLat] = [place?.lng, place?.lat, stand?.lng, stand?.lat];
  useEffect(() => {
    const map = opened.current;
    if (map === null) return;
    const from = standLng === undefined || standLat === undefined ? null : { lng: standLng, lat: standLat };
    const fire = placeLng === undefined || placeLat === undefined ? null : { lng: placeLng, lat: placeLat };
    const group = layerGroup([
      ...(from ? [circleMarker(at(from), ME)] : []),
      ...(from && fire ? [polyline([at(from), at(fire)], SIGHT)] : []),
      ...(fire && ellipse
        ? [
            polygon(
              ellipseRing({ ...fire, ellipse }, 48).map(([lng, lat]): LatLngTuple => [lat, lng]),
              { ...FIRE, fillOpacity: 0.15 },
            ),
          ]
        : []),
      ...(fire
        ? [
            marker(at(fire), {
              icon: divIcon({ className: 'map-fire', html: '<span>▲</span>', iconSize: MARK, iconAnchor: [18, 18] }),
              interactive: false,
              keyboard: false,
            }),
          ]
        : []),
    ]).addTo(map);
    if (fire && !map.getBounds().contains(at(fire))) map.panTo(at(fire));
    return () => void group.remove();
  }, [placeLng, placeLat, standLng, standLat, ellipse]);

  return <section ref={host} className="grid-map point-map" data-pointing={onPoint !== undefined} aria-label={label} />;
}
