// The globe's room: one globe for a logged-in desk, made once, outside React's renders. Pages borrow its element and give it back.
import { parseGridNo } from '@lookout/domain';
import type { Globe, PointerEvent, RestingView } from '@lookout/map';
import { DEFAULT_HOME, type HomeView, type Region } from '@lookout/region';
import { currentLanguage, onLanguage } from '../shared/language.ts';
import type { Services } from '../shared/services.ts';
import { homeOf, readPoint } from './areas.ts';
import type { GlobePart, MapModule, PartContext } from './part.ts';
import { authedFetch, loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';
import type { AddressedView } from './view-text.ts';

/** What stands once the map's script is there. */
export interface MountedGlobe {
  readonly globe: Globe;
  readonly map: MapModule;
  readonly terrain: TerrainMeta | null;
}

type LoadParts = () => Promise<readonly GlobePart[]>;

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
  /**
   * Begins (again, after it broke).
   * @param view what a copied link asks for
   * @param loadParts what is drawn on it
   */
  readonly open: (view: AddressedView | null, loadParts: LoadParts) => void;
  readonly destroy: () => void;
}

const CESIUM_BASE = '/cesium/';
/** The home view waits no longer than this for the user's area; the map must not stay dark because of it. */
const AREA_PATIENCE_MS = 4_000;
const MINUTE_MS = 60_000;

export function createGlobeRoom(services: Services, region: Region, window: Window): GlobeRoom {
  const { client, session, connection } = services;
  const element = window.document.createElement('div');
  element.className = 'globe-canvas';
  const listeners = new Set<() => void>();
  const resting = new Set<(view: RestingView) => void>();
  const pointing = new Set<(event: PointerEvent) => void>();
  let state: GlobeState = { kind: 'closed' };
  let opening = 0;
  let view: RestingView | null = null;
  let standing: Globe | null = null;
  let ends: Array<() => void> = [];
  let reopen = () => {};

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
    for (const end of ends) end();
    ends = [];
    standing?.destroy();
    standing = null;
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

  const open = async (wish: AddressedView | null, loadParts: LoadParts) => {
    takeDown();
    const mine = opening;
    reopen = () => void open(view, loadParts);
    enter({ kind: 'loading' });
    try {
      const asked = askHome();
      const patience = new Promise<null>((resolve) => window.setTimeout(() => resolve(null), AREA_PATIENCE_MS));
      const [map, parts, home, terrain] = await Promise.all([
        import('@lookout/map'),
        loadParts(),
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
      standing = globe;
      const isStanding = () => mine === opening;
      const minutely: Array<() => void> = [];
      const minute = window.setInterval(() => {
        for (const run of minutely) run();
      }, MINUTE_MS);
      ends.push(() => window.clearInterval(minute));
      const context: PartContext = {
        map,
        globe,
        terrain,
        services,
        region,
        window,
        isStanding,
        now: services.now,
        fetch: fetchAuthed,
        everyMinute: (run) => void minutely.push(run),
      };
      for (const part of parts) ends.push(part(context));
      view = globe.view();
      if (home === null) void asked.then((late) => isStanding() && comeHome(globe, late, wish === null));
      enter({ kind: 'ready', globe, map, terrain });
    } catch (error) {
      if (mine !== opening) return;
      takeDown();
      enter({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
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
    if (state.kind === 'ready') reopen();
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
    open: (wish, loadParts) => {
      // A page that renders once more while the session ends must not build a globe for nobody.
      if (session.get().token !== null) void open(wish, loadParts);
    },
    destroy: () => {
      stopLanguage();
      takeDown();
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
