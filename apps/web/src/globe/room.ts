// The globe's room: one globe for a logged-in desk, made once, outside React's renders. Pages borrow its element and give it back.
import type { Alarm } from '@lookout/domain';
import { parseGridNo } from '@lookout/domain';
import type {
  AlarmLayers,
  AlarmPart,
  Globe,
  Highlight,
  HighlightedPlace,
  PlaceLayers,
  PlacePart,
  PointerEvent,
  RestingView,
  Track,
} from '@lookout/map';
import { DEFAULT_HOME, type HomeView, type Region } from '@lookout/region';
import { currentLanguage, onLanguage } from '../shared/language.ts';
import type { Services } from '../shared/services.ts';
import { type AlarmFilter, type AlarmWiring, wireAlarms } from './alarm-wiring.ts';
import { homeOf, readPoint } from './areas.ts';
import type { MapModule } from './part.ts';
import { PARTS } from './parts.ts';
import { type PlaceWiring, wirePlaces } from './places/place-wiring.ts';
import { createResourceBook, type ResourceBook } from './places/resource-book.ts';
import { authedFetch, loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';
import type { AddressedView } from './view-text.ts';

/** What stands once the map's script is there. */
export interface MountedGlobe {
  readonly globe: Globe;
  readonly map: MapModule;
  readonly terrain: TerrainMeta | null;
}

export type GlobeState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'ready' } & MountedGlobe)
  /** The map could not be loaded, or its drawing stopped for good. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface GlobeRoom {
  /** Holds the canvas; a page puts it into its own stage. */
  readonly element: HTMLElement;
  readonly state: () => GlobeState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Where the camera rests; null before the first rest. */
  readonly view: () => RestingView | null;
  readonly onRest: (listener: (view: RestingView) => void) => () => void;
  readonly onPointer: (listener: (event: PointerEvent) => void) => () => void;
  /** Flies to a thing named in a list and opens it, as a click on its picture would. */
  readonly pointAt: (thing: {
    readonly kind: 'resource' | 'ranger' | 'task';
    readonly id: string;
    readonly lng: number;
    readonly lat: number;
  }) => void;
  /** @param filterAt the filter at a moment, epoch milliseconds: windows of time move on by the minute */
  readonly setFilter: (filterAt: (now: number) => AlarmFilter) => void;
  /** White ring around it; null: none. */
  readonly select: (alarm: Alarm | null) => void;
  readonly highlight: (place: HighlightedPlace | null) => void;
  /** What is drawn of resources, and where they are looked up. */
  readonly resources: ResourceBook;
  readonly showAlarms: (part: AlarmPart, visible: boolean) => void;
  readonly showPlaces: (part: PlacePart, visible: boolean) => void;
  /** The way somebody went; empty: none. */
  readonly showTrack: (track: Track) => void;
  /** Begins (again, after it broke). A view is what a copied link asks for. */
  readonly open: (view: AddressedView | null) => void;
  readonly destroy: () => void;
}

const CESIUM_BASE = '/cesium/';
/** The home view waits no longer than this for the user's area; the map must not stay dark because of it. */
const AREA_PATIENCE_MS = 4_000;
/** Colours by age and windows of time move on by the minute. */
const MINUTE_MS = 60_000;

export function createGlobeRoom(services: Services, region: Region, window: Window): GlobeRoom {
  const { client, session, connection, alarms: records, tasks, rangers } = services;
  const resources = createResourceBook(client);
  const element = window.document.createElement('div');
  element.className = 'globe-canvas';
  const listeners = new Set<() => void>();
  const resting = new Set<(view: RestingView) => void>();
  const pointing = new Set<(event: PointerEvent) => void>();
  let state: GlobeState = { kind: 'closed' };
  let opening = 0;
  let view: RestingView | null = null;
  let filterAt: (now: number) => AlarmFilter = () => () => true;
  let selected: Alarm | null = null;
  let place: HighlightedPlace | null = null;
  let wiring: AlarmWiring | null = null;
  let layers: AlarmLayers | null = null;
  let highlight: Highlight | null = null;
  let places: PlaceLayers | null = null;
  let placeWiring: PlaceWiring | null = null;
  let track: Track = [];
  const hiddenAlarms = new Set<AlarmPart>();
  /** Circles are dear to drape, and the scan sector moves: both are switched on by who wants them. */
  const hidden = new Set<PlacePart>(['monitor-circles', 'monitor-sectors']);
  let stops: Array<() => void> = [];

  const enter = (next: GlobeState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const fetchAuthed = authedFetch(
    (url, init) => window.fetch(url, init),
    () => (connection.get().line === 'dead' ? null : session.get().token),
  );

  const takeDown = () => {
    opening++;
    wiring?.stop();
    placeWiring?.stop();
    for (const stop of stops) stop();
    stops = [];
    if (state.kind === 'ready') state.globe.destroy();
    wiring = null;
    layers = null;
    highlight = null;
    places = null;
    placeWiring = null;
    element.replaceChildren();
  };

  /** Specification §9: the area's centre when the call answers 200, else the default home view. */
  const askHome = async (): Promise<HomeView> => {
    const { gridNo, groupId = '' } = session.get().info?.userDTO ?? {};
    const own = parseGridNo(gridNo);
    const area = await client.auth.userArea({ occasion: 'background', silent: true }).catch(() => null);
    const centre = readPoint(area?.centerLocationPoint ?? null);
    return own === null ? DEFAULT_HOME : homeOf(centre, own, groupId, region);
  };

  const open = async (wish: AddressedView | null) => {
    takeDown();
    const mine = opening;
    enter({ kind: 'loading' });
    try {
      const asked = askHome();
      const patience = new Promise<null>((resolve) => window.setTimeout(() => resolve(null), AREA_PATIENCE_MS));
      const [map, home, terrain] = await Promise.all([
        import('@lookout/map'),
        Promise.race([asked, patience]),
        loadTerrainMeta(fetchAuthed),
      ]);
      if (mine !== opening) return;
      const globe = map.createGlobe(element, {
        region,
        language: currentLanguage(),
        cesiumBaseUrl: CESIUM_BASE,
        terrain: { ...tileGroundOf(terrain), fetch: fetchAuthed },
        home: home ?? DEFAULT_HOME,
        ...(wish ? { view: wish } : {}),
        onPointer: (event) => {
          for (const listener of [...pointing]) listener(event);
        },
        onRest: (rested) => {
          view = rested;
          for (const listener of [...resting]) listener(rested);
        },
        onBroken: (reason) => {
          if (mine !== opening) return;
          takeDown();
          enter({ kind: 'broken', reason });
        },
      });
      layers = map.mountAlarms(globe, { now: new Date(services.now()) });
      for (const part of hiddenAlarms) layers.show(part, false);
      highlight = map.mountHighlight(globe);
      wiring = wireAlarms(records, layers, filterAt(services.now()));
      places = map.mountPlaces(globe);
      for (const part of hidden) places.show(part, false);
      placeWiring = wirePlaces({ tasks, rangers, resources }, places, services.now, map.aggregationAt);
      const minute = window.setInterval(() => {
        layers?.setNow(new Date(services.now()));
        wiring?.setFilter(filterAt(services.now()));
        placeWiring?.tick();
      }, MINUTE_MS);
      stops.push(() => window.clearInterval(minute));
      view = globe.view();
      if (home === null) void asked.then((late) => mine === opening && comeHome(globe, late, wish === null));
      enter({ kind: 'ready', globe, map, terrain });
      if (selected) layers.select(selected.position);
      if (place) highlight.set(place);
      if (track.length > 0) places.track(track);
      const isStanding = () => mine === opening;
      const context = { map, globe, terrain, services, resources, region, window, fetch: fetchAuthed, isStanding };
      for (const part of PARTS) stops.push(part(context));
    } catch (error) {
      if (mine === opening) enter({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
    }
  };

  /** Who has begun to work elsewhere is not carried off. */
  const comeHome = (globe: Globe, home: HomeView, untouched: boolean) => {
    globe.setHome(home);
    const { lng, lat } = globe.view();
    const still = Math.abs(lng - DEFAULT_HOME.lng) < 1e-6 && Math.abs(lat - DEFAULT_HOME.lat) < 1e-6;
    if (untouched && still) void globe.home();
  };

  // What is written on the map is in one language: another one opens it anew, where it stood.
  const stopLanguage = onLanguage(() => {
    if (state.kind === 'ready') void open(view);
  });

  return {
    element,
    state: () => state,
    subscribe: added(listeners),
    view: () => view,
    onRest: added(resting),
    onPointer: added(pointing),
    pointAt: ({ kind, id, lng, lat }) => {
      for (const listener of [...pointing]) listener({ gesture: 'click', pick: { kind, id, lng, lat }, x: 0, y: 0 });
      if (state.kind !== 'ready') return;
      const { globe, map } = state;
      // Who is near enough already sees it: the camera stays.
      if (globe.view().heightMetres > map.POPUP_FLY_IN_ABOVE_METRES || globe.screenPositionOf(lng, lat) === null)
        void globe.flyTo({ lng, lat, rangeMetres: map.POPUP_FLY_IN_RANGE_METRES });
    },
    setFilter: (next) => {
      filterAt = next;
      wiring?.setFilter(next(services.now()));
    },
    select: (alarm) => {
      selected = alarm;
      layers?.select(alarm === null ? null : alarm.position);
    },
    highlight: (next) => {
      place = next;
      highlight?.set(next);
    },
    resources,
    showAlarms: (part, visible) => {
      if (visible) hiddenAlarms.delete(part);
      else hiddenAlarms.add(part);
      layers?.show(part, visible);
    },
    showPlaces: (part, visible) => {
      if (visible) hidden.delete(part);
      else hidden.add(part);
      places?.show(part, visible);
    },
    showTrack: (next) => {
      track = next;
      places?.track(next);
    },
    open: (wish) => {
      // A page that renders once more while the session ends must not build a globe for nobody.
      if (session.get().token !== null) void open(wish);
    },
    destroy: () => {
      stopLanguage();
      takeDown();
      resources.clear();
      enter({ kind: 'closed' });
      element.remove();
    },
  };
}

const added =
  <L>(listeners: Set<L>) =>
  (listener: L) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
