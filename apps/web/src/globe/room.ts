// The desk's only globe, created once per session outside React. Pages show its element and hand it back.
import { MINUTE_MS, parseGridNo } from '@lookout/domain';
import type { Globe, PickedMark, PointerEvent, RestingView } from '@lookout/map';
import { DEFAULT_HOME, type HomeView, homeOf, type Region } from '@lookout/region';
import { currentLanguage, onLanguage } from '../shared/language.ts';
import { loadScript, ScriptFailed } from '../shared/lazily.ts';
import { everyTick, type Services } from '../shared/services.ts';
import { atSite } from '../shared/site.ts';
import { createSiteFetch } from '../shared/site-fetch.ts';
import { readPoint } from './areas.ts';
import { choiceOf, type MarkChoice } from './choice.ts';
import { coveredNow } from './covered.ts';
import { endAll } from './end-all.ts';
import type { GlobePart, MapModule, PartContext } from './part.ts';
import { loadTerrainMeta, type TerrainMeta, tileGroundOf } from './terrain.ts';
import type { AddressedView } from './view-text.ts';

/** The mounted globe with the loaded map module. */
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
  /** The map could not be loaded (`isScript`), or rendering failed permanently. */
  | { readonly kind: 'broken'; readonly reason: string; readonly isScript: boolean };

export interface GlobeRoom {
  /** Contains the canvas; a page inserts it into its stage. */
  readonly element: HTMLElement;
  readonly state: () => GlobeState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Where the camera rests; null before the first rest. */
  readonly view: () => RestingView | null;
  readonly onRest: (listener: (view: RestingView) => void) => () => void;
  readonly onPointer: (listener: (event: PointerEvent) => void) => () => void;
  /** Clicks on overlapping marks go to this listener until the returned function is called. */
  readonly onChoice: (listener: (choice: MarkChoice) => void) => () => void;
  /** Until the returned function is called, clicks give their position on the terrain to this listener alone and open nothing. */
  readonly takeClicks: (take: (position: { readonly lng: number; readonly lat: number }) => void) => () => void;
  /** Flies to a list item and opens it, as a click on its mark would. */
  readonly pointAt: (target: {
    readonly kind: 'resource' | 'ranger' | 'task' | 'burning';
    readonly id: string;
    readonly lng: number;
    readonly lat: number;
  }) => void;
  /**
   * Creates the globe, and recreates it after a failure.
   * @param view the view of a copied link
   * @param loadParts loads the parts drawn on it
   */
  readonly open: (view: AddressedView | null, loadParts: LoadParts) => void;
  readonly destroy: () => void;
}

const CESIUM_BASE = atSite('/cesium/');
/** How long the globe waits for the user's area before it opens with the default home. */
const AREA_TIMEOUT_MS = 4_000;

export function createGlobeRoom(services: Services, region: Region, window: Window): GlobeRoom {
  const { client, session, connection } = services;
  const element = window.document.createElement('div');
  element.className = 'globe-canvas';
  const listeners = new Set<() => void>();
  const resting = new Set<(view: RestingView) => void>();
  const pointing = new Set<(event: PointerEvent) => void>();
  const choosing = new Set<(choice: MarkChoice) => void>();
  const taking = new Set<(position: { readonly lng: number; readonly lat: number }) => void>();
  let state: GlobeState = { kind: 'closed' };
  let opening = 0;
  let view: RestingView | null = null;
  let mounted: Globe | null = null;
  let ends: Array<() => void> = [];
  let reopen = () => {};

  const enter = (next: GlobeState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const point = (event: PointerEvent) => {
    for (const listener of [...pointing]) listener(event);
  };
  const fetchAuthed = createSiteFetch({ token: () => (connection.get().line === 'dead' ? null : session.get().token) });

  const takeDown = () => {
    opening++;
    const globe = mounted;
    const last = [...ends, () => globe?.destroy()];
    ends = [];
    mounted = null;
    // A broken globe may also fail while it is unmounted, and the page must still report that the globe has failed.
    endAll(last, (error) => window.reportError(error));
    element.replaceChildren();
  };

  /** Specification §9: the area's centre when the call answers 200, else the default home view. */
  const loadHome = async (): Promise<HomeView> => {
    const { gridNo, groupId = '' } = session.get().info?.userDTO ?? {};
    const own = parseGridNo(gridNo);
    const area = await client.auth.userArea({ occasion: 'background', silent: true }).catch(() => null);
    const centre = readPoint(area?.centerLocationPoint ?? null);
    return own === null ? DEFAULT_HOME : homeOf(centre, own, groupId, region);
  };

  const open = async (initial: AddressedView | null, loadParts: LoadParts) => {
    takeDown();
    const generation = opening;
    reopen = () => void open(view, loadParts);
    enter({ kind: 'loading' });
    try {
      const homeLoad = loadHome();
      const timeout = new Promise<null>((resolve) => window.setTimeout(() => resolve(null), AREA_TIMEOUT_MS));
      const [map, parts, home, terrain] = await Promise.all([
        loadScript(() => import('@lookout/features/globe.generated.ts')),
        loadScript(loadParts),
        Promise.race([homeLoad, timeout]),
        loadTerrainMeta(fetchAuthed),
      ]);
      if (generation !== opening) return;
      const globe = map.createGlobe(element, {
        region,
        language: currentLanguage(),
        cesiumBaseUrl: CESIUM_BASE,
        terrain: { ...tileGroundOf(terrain), fetch: fetchAuthed },
        home: home ?? DEFAULT_HOME,
        ...(initial ? { view: initial } : {}),
        picksGround: () => taking.size > 0,
        covered: () => coveredNow(element),
        onPointer: (event) => {
          const taker = [...taking].at(-1);
          if (event.gesture === 'click' && taker) {
            if (event.pick !== null) taker({ lng: event.pick.lng, lat: event.pick.lat });
            return;
          }
          const choice = choosing.size === 0 ? null : choiceOf(event);
          if (choice === null) return point(event);
          const open = (mark: PickedMark) => point({ ...event, pick: mark, marks: [mark] });
          for (const listener of [...choosing]) listener({ ...choice, open });
        },
        onRest: (rested) => {
          view = rested;
          for (const listener of [...resting]) listener(rested);
        },
        onBroken: (reason) => {
          if (generation !== opening) return;
          takeDown();
          enter({ kind: 'broken', reason, isScript: false });
        },
      });
      mounted = globe;
      const isMounted = () => generation === opening;
      const minutely: Array<() => void> = [];
      ends.push(
        everyTick(
          services,
          () => {
            for (const run of minutely) run();
          },
          MINUTE_MS,
        ),
      );
      const context: PartContext = {
        map,
        globe,
        terrain,
        services,
        region,
        window,
        isMounted,
        now: services.now,
        fetch: fetchAuthed,
        everyMinute: (run) => void minutely.push(run),
      };
      for (const part of parts) ends.push(part(context));
      view = globe.view();
      if (home === null) void homeLoad.then((late) => isMounted() && comeHome(globe, late, initial === null));
      enter({ kind: 'ready', globe, map, terrain });
    } catch (error) {
      if (generation !== opening) return;
      takeDown();
      enter({ kind: 'broken', reason: error instanceof Error ? error.message : String(error), isScript: error instanceof ScriptFailed });
    }
  };

  /** Flies home only if the user has not moved the camera yet. */
  const comeHome = (globe: Globe, home: HomeView, untouched: boolean) => {
    globe.setHome(home);
    const { lng, lat } = globe.view();
    const still = Math.abs(lng - DEFAULT_HOME.lng) < 1e-6 && Math.abs(lat - DEFAULT_HOME.lat) < 1e-6;
    if (untouched && still) void globe.home();
  };

  // Map labels are in one language: a change reopens the globe with the same view.
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
    onChoice: added(choosing),
    takeClicks: added(taking),
    pointAt: ({ kind, id, lng, lat }) => {
      point({ gesture: 'click', pick: { kind, id, lng, lat }, x: 0, y: 0 });
      if (state.kind !== 'ready') return;
      const { globe, map } = state;
      // If the camera is near enough, it does not move.
      if (globe.view().heightMetres > map.POPUP_FLY_IN_ABOVE_METRES || globe.screenPositionOf(lng, lat) === null)
        void globe.flyTo({ lng, lat, rangeMetres: map.POPUP_FLY_IN_RANGE_METRES });
    },
    open: (initial, loadParts) => {
      // A page may render once more while the session ends; no globe is created then.
      if (session.get().token !== null) void open(initial, loadParts);
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
