// The Leaflet map: the stored terrain image, boundaries, tasks, the ranger's track and position. It fetches nothing.
import {
  type CircleMarker,
  circleMarker,
  divIcon,
  type LatLngTuple,
  type Map as LeafletMap,
  layerGroup,
  marker,
  type Polyline,
  polygon,
  polyline,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { at, HERE_ZOOM, openBaseMap } from './base-map.ts';
import type { GridMap } from './grid-map.ts';
import { useMapMessages } from './messages.ts';

export interface MapTask {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
}

type FireOutlines = readonly (readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[])[];

/** The ranger's escape route to a safe place, and the safe places near him. */
export interface MapWayOut {
  /** Begins at the ranger's position as known to the server; empty: there is no route. */
  readonly path: readonly { readonly lng: number; readonly lat: number }[];
  readonly safePlaces: readonly { readonly lng: number; readonly lat: number; readonly label: string }[];
  /** The burning area at each hour, earliest first: polygons, rings, longitude and latitude. */
  readonly outlines: FireOutlines;
}

interface Props {
  readonly gridMap: GridMap;
  readonly here: { readonly lng: number; readonly lat: number } | null;
  readonly track: readonly { readonly lng: number; readonly lat: number }[];
  readonly tasks: readonly MapTask[];
  readonly onOpenTask: (id: string) => void;
  readonly wayOut: MapWayOut | null;
}

const FIRE_OUTLINE = { color: '#b91c1c', weight: 2, fillOpacity: 0.3 };
const ESCAPE_UNDER = { color: '#ffffff', weight: 8, opacity: 0.9 };
const ESCAPE_WAY = { color: '#15803d', weight: 5, dashArray: '12 8' };

export function GridMapView({ gridMap, here, track, tasks, onOpenTask, wayOut }: Props) {
  const messages = useMapMessages();
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly map: LeafletMap; readonly me: CircleMarker; readonly way: Polyline } | null>(null);
  const open = useRef(onOpenTask);
  open.current = onOpenTask;
  const texts = useRef(messages);
  texts.current = messages;
  const latest = useRef(here);
  latest.current = here;

  useEffect(() => {
    if (host.current === null) return;
    const { map, close } = openBaseMap(host.current, gridMap, latest.current, texts.current);
    const way = polyline([], { color: '#1d4ed8', weight: 3, interactive: false }).addTo(map);
    const me = circleMarker([0, 0], { radius: 9, color: '#ffffff', weight: 3, fillColor: '#1d4ed8', fillOpacity: 1, interactive: false });
    shown.current = { map, me, way };
    return () => {
      shown.current = null;
      close();
    };
  }, [gridMap]);

  useEffect(() => {
    const { map, me, way } = shown.current ?? {};
    if (map === undefined || me === undefined || way === undefined) return;
    way.setLatLngs(track.map(at));
    if (here === null) me.remove();
    else me.setLatLng(at(here)).addTo(map);
  }, [here, track]);

  useEffect(() => {
    const map = shown.current?.map;
    if (map === undefined) return;
    const group = layerGroup(
      tasks.map((task) =>
        marker(at(task), {
          icon: divIcon({ className: 'map-task', html: '<span>⚑</span>', iconSize: [36, 36], iconAnchor: [18, 18] }),
          title: task.label,
          alt: task.label,
        }).on('click', () => open.current(task.id)),
      ),
    ).addTo(map);
    return () => void group.remove();
  }, [tasks]);

  useEffect(() => {
    const map = shown.current?.map;
    if (map === undefined || wayOut === null) return;
    const path = wayOut.path.map(at);
    const group = layerGroup([
      ...wayOut.outlines.map((polygons, index) =>
        polygon(
          polygons.map((rings) => rings.map((ring) => ring.map(([lng, lat]): LatLngTuple => [lat, lng]))),
          { ...FIRE_OUTLINE, fill: index === 0, interactive: false },
        ),
      ),
      // A light line below the dashes, so that they are visible on dark terrain too.
      polyline(path, { ...ESCAPE_UNDER, interactive: false }),
      polyline(path, { ...ESCAPE_WAY, interactive: false }),
      ...wayOut.safePlaces.map((place) =>
        marker(at(place), {
          icon: divIcon({ className: 'map-safe', html: '<span>✓</span>', iconSize: [28, 28], iconAnchor: [14, 14] }),
          title: place.label,
          alt: place.label,
          interactive: false,
          keyboard: false,
        }),
      ),
    ]).addTo(map);
    return () => void group.remove();
  }, [wayOut]);

  return (
    <div className="grid-map-frame">
      <section ref={host} className="grid-map" aria-label={messages.map} />
      {here && (
        <button type="button" className="plain-button grid-map-here" onClick={() => shown.current?.map.setView(at(here), HERE_ZOOM)}>
          {messages.locate}
        </button>
      )}
    </div>
  );
}
