// The globe: creates the scene, connects terrain, camera, pointer and layers, and destroys them again. Created once by the web's map shell.
import type { HomeView, MapMode } from '@lookout/region';
import { Cartographic, CesiumWidget, Color, Credit, CreditDisplay, FeatureDetection, type Scene, WebMercatorProjection } from 'cesium';
import { testsDepthAt } from '../bands.ts';
import { createLayerHost, type Layer, type MountedLayer, type SceneHost } from '../layers/layer.ts';
import { createMarkRoom } from '../layers/mark-room.ts';
import { createNameBoard } from '../layers/names/name-board.ts';
import type { GroundLegend, GroundLook } from '../relief/look.ts';
import { exactHeight, knownHeight } from '../terrain/heights.ts';
import { createTerrainTiles, type TileGround } from '../terrain/tiles.ts';
import { flyTo, heightOf, keepDistance, modeOf, restingView, setView, switchMode, viewOfBox, watchRest } from './camera.ts';
import { NOTHING_COVERED } from './fit.ts';
import { createGround } from './ground.ts';
import { listeners } from './listeners.ts';
import { screenPositionOf } from './pick.ts';
import type { GeoBox } from './places.ts';
import { listenToPointer } from './pointer.ts';

import type { FlyTarget, GlobeOptions, MapLanguage, OutsideGround, Readout, RestingView, ScreenPoint } from './types.ts';

/** Colour of space, and of the terrain before anything is loaded. */
const SPACE = '#0b1220';
const BARE_GROUND = '#10202c';
/** From further out the globe would be a dot. */
const MAX_ZOOM_DISTANCE_METRES = 30_000_000;
const DEFAULT_MAX_LEVEL = 12;

export interface Globe {
  /** Language of the labels on the globe. */
  readonly language: MapLanguage;
  readonly addLayer: <Change>(layer: Layer<Change>) => MountedLayer<Change>;
  readonly home: () => Promise<'arrived' | 'cancelled'>;
  readonly setHome: (home: HomeView) => void;
  readonly flyTo: (target: FlyTarget) => Promise<'arrived' | 'cancelled'>;
  /**
   * Flies to where all of a box is visible from above, outside the panels. @param leastRangeMetres the shortest range, for smaller boxes
   */
  readonly flyToBox: (box: GeoBox, leastRangeMetres: number, seconds?: number) => Promise<'arrived' | 'cancelled'>;
  /** Moves the camera without a flight, to restore a copied link. */
  readonly setView: (view: Pick<RestingView, 'lng' | 'lat' | 'heightMetres'> & Partial<RestingView>) => void;
  readonly view: () => RestingView;
  readonly lookNorth: () => Promise<'arrived' | 'cancelled'>;
  /** Factor 0.5: half the distance to the ground; 2: twice the distance. */
  readonly zoomBy: (factor: number) => void;
  readonly mode: () => MapMode;
  readonly setMode: (mode: MapMode) => void;
  readonly setVr: (on: boolean) => void;
  /**
   * Writes longitude, latitude and height under the cursor once per animation frame while the cursor moves; null outside the map. @returns
   * stop
   */
  readonly attachReadout: (write: (readout: Readout | null) => void) => () => void;
  /** Terrain height from the finest tile loaded so far (coarse when far out); null where none is loaded. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  /** Exact terrain height from the finest tiles, equal to the server's `heights`; null when unavailable. */
  readonly exactHeightAt: (lng: number, lat: number) => Promise<number | null>;
  /** CSS pixels in the container; null when behind the globe. Default height: the terrain as drawn. */
  readonly screenPositionOf: (lng: number, lat: number, heightMetres?: number) => ScreenPoint | null;
  /** Runs after every drawn frame, e.g. to anchor a popup. @returns stop */
  readonly onRendered: (run: () => void) => () => void;
  /** Number of frames drawn; does not change while the map is at rest. */
  readonly framesDrawn: () => number;
  /** Number of tiles still loading; 0 when the terrain is complete. */
  readonly tilesLoading: () => number;
  readonly setGroundLook: (look: GroundLook) => void;
  /** Legend of the terrain at the current camera height. */
  readonly groundLegend: () => GroundLegend;
  /** Switches to other elevation tiles, after the server imported new terrain. */
  readonly setTerrain: (ground: TileGround) => void;
  /** Called when the server responds that its terrain has changed. @returns stop */
  readonly onTerrainStale: (run: () => void) => () => void;
  readonly setOutsideGround: (outside: OutsideGround) => void;
  readonly destroy: () => void;
}

const GROUND_GATHERED_MILLISECONDS = 300;

export function createGlobe(container: HTMLElement, options: GlobeOptions): Globe {
  // Cesium reads this documented global when it first loads a worker or an asset.
  Object.assign(globalThis, { CESIUM_BASE_URL: options.cesiumBaseUrl });
  const inSoftware = drawsInSoftware();
  const widget = makeWidget(container, inSoftware);
  const { scene } = widget;
  const stops: Array<() => void> = [];
  const settled = listeners<[RestingView]>();
  const framed = listeners<[number, number]>();
  const rendered = listeners<[]>();
  const stale = listeners<[]>();
  let home = options.home;
  let frames = 0;
  let tilesLoading = 0;
  /** Elevation arrives in bursts, long before the last image of the terrain: marks on the terrain follow it at once. */
  let groundArrived: ReturnType<typeof setTimeout> | null = null;
  stops.push(() => {
    if (groundArrived) clearTimeout(groundArrived);
  });

  scene.backgroundColor = Color.fromCssColorString(SPACE);
  scene.globe.baseColor = Color.fromCssColorString(BARE_GROUND);
  const leastMetres = options.region.minZoomDistanceMetres;
  const controller = scene.screenSpaceCameraController;
  controller.minimumZoomDistance = leastMetres;
  controller.maximumZoomDistance = MAX_ZOOM_DISTANCE_METRES;
  setQuality(scene, inSoftware);
  stops.push(keepResolution(widget));

  const requestFrame = (): void => {
    // An image that was loading may arrive after the globe has been destroyed.
    if (!scene.isDestroyed()) scene.requestRender();
  };
  const tiles = createTerrainTiles({
    maxLevel: DEFAULT_MAX_LEVEL,
    ...options.terrain,
    onStale: stale.emit,
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onArrived: () => {
      requestFrame();
      groundArrived ??= setTimeout(() => {
        groundArrived = null;
        rest();
        settled.emit(restingView(scene));
      }, GROUND_GATHERED_MILLISECONDS);
    },
    onRecovered: () => {
      ground.refresh();
      requestFrame();
    },
  });
  const ground = createGround(scene, { tiles, fetch: options.terrain.fetch, onStale: stale.emit, requestFrame });
  settled.add(({ metresPerPixel }) => ground.rested(metresPerPixel));

  const heightAt = (lng: number, lat: number): number | null =>
    ground.isMeshFromOutside() ? (scene.globe.getHeight(Cartographic.fromDegrees(lng, lat)) ?? null) : knownHeight(tiles, lng, lat);
  const markRoom = createMarkRoom();
  const seat = { scene, requestFrame, markRoom, heightAt, onSettled: settled.add, onFrame: framed.add };
  const names = createNameBoard(seat);
  const host: SceneHost = { ...seat, names };
  const layers = createLayerHost(host, () => heightOf(scene));

  // Work happens at three rates: (1) each drawn frame only checks whether a height or pitch limit was crossed …
  stops.push(
    scene.preRender.addEventListener(() => {
      const height = heightOf(scene);
      layers.cross(height);
      scene.globe.depthTestAgainstTerrain = testsDepthAt(scene.camera.pitch);
      framed.emit(height, performance.now());
      watch.check();
    }),
    scene.postRender.addEventListener(() => {
      frames++;
      rendered.emit();
    }),
  );
  // … (2) a camera at rest reports its view; (3) the coordinate read-out follows animation frames, in pointer.ts.
  let lastView = '';
  // The 2D map reports the width of the view, which no terrain can reach.
  const groundBelow = (): number => (modeOf(scene) === '2d' ? 0 : (heightAt(...under(scene)) ?? 0));
  const rest = (): void => {
    // A link may lead below the terrain, and a button too near to it.
    if (keepDistance(scene, leastMetres, groundBelow())) requestFrame();
    const view = restingView(scene);
    // The view matrix can change in its last bits while the view stays the same.
    const key = Object.values(view).join();
    if (key === lastView) return;
    lastView = key;
    options.onRest(view);
    settled.emit(view);
  };
  stops.push(
    scene.globe.tileLoadProgressEvent.addEventListener((queued: number) => {
      const done = queued === 0 && tilesLoading > 0;
      tilesLoading = queued;
      if (done) settled.emit(restingView(scene));
    }),
    scene.renderError.addEventListener((_scene: Scene, error: unknown) => options.onBroken(String(error))),
  );
  const watch = watchRest(scene, rest);
  stops.push(watch.stop);
  const pointer = listenToPointer(scene, heightAt, options.onPointer, options.picksGround ?? (() => false));
  const lost = (event: Event): void => {
    event.preventDefault();
    options.onBroken('webglcontextlost');
  };
  scene.canvas.addEventListener('webglcontextlost', lost);

  const start = options.view;
  if ((start?.mode ?? options.region.defaultMode) !== '3d') switchMode(scene, start?.mode ?? options.region.defaultMode);
  setView(scene, start ?? home);

  const fly = (target: FlyTarget): Promise<'arrived' | 'cancelled'> => {
    requestFrame();
    return flyTo(scene, target, heightAt(target.lng, target.lat) ?? 0);
  };

  return {
    language: options.language,
    addLayer: layers.add,
    home: () => fly(home),
    setHome: (next) => {
      home = next;
    },
    flyTo: fly,
    flyToBox: (box, leastRangeMetres, seconds) => {
      const target = viewOfBox(scene, box, options.covered?.() ?? NOTHING_COVERED, leastRangeMetres);
      return fly(seconds === undefined ? target : { ...target, seconds });
    },
    setView: (view) => {
      if (view.mode) switchMode(scene, view.mode);
      setView(scene, view);
      requestFrame();
    },
    view: () => restingView(scene),
    lookNorth: () => {
      const { lng, lat, heightMetres, pitchDegrees } = restingView(scene);
      return fly({ lng, lat, heightMetres, pitchDegrees, headingDegrees: 0, seconds: 0.15 });
    },
    zoomBy: (factor) => {
      const metres = heightOf(scene) - groundBelow();
      if (factor < 1) scene.camera.zoomIn(Math.min(metres * (1 - factor), Math.max(0, metres - leastMetres)));
      else scene.camera.zoomOut(metres * (factor - 1));
      requestFrame();
    },
    mode: () => modeOf(scene),
    setMode: (mode) => {
      switchMode(scene, mode);
      rest();
    },
    setVr: (on) => {
      scene.useWebVR = on;
      requestFrame();
    },
    attachReadout: pointer.attachReadout,
    heightAt,
    exactHeightAt: (lng, lat) => exactHeight(tiles, lng, lat),
    screenPositionOf: (lng, lat, heightMetres) => screenPositionOf(scene, lng, lat, heightMetres ?? heightAt(lng, lat) ?? 0),
    onRendered: (run) => {
      requestFrame();
      return rendered.add(run);
    },
    framesDrawn: () => frames,
    tilesLoading: () => tilesLoading,
    setGroundLook: ground.setLook,
    groundLegend: ground.legend,
    setTerrain: (next) => {
      tiles.renew(next);
      ground.refresh();
      requestFrame();
    },
    onTerrainStale: stale.add,
    setOutsideGround: ground.setOutside,
    destroy: () => {
      scene.canvas.removeEventListener('webglcontextlost', lost);
      const gl = scene.canvas.getContext('webgl2') ?? scene.canvas.getContext('webgl');
      try {
        pointer.destroy();
        for (const stop of stops) stop();
        layers.destroy();
        names.destroy();
        ground.stop();
        tiles.stop();
        widget.destroy();
      } finally {
        // Browsers allow few contexts and collect them late: release this one now, or the seventeenth globe breaks the first.
        gl?.getExtension('WEBGL_lose_context')?.loseContext();
      }
    },
  };
}

function under(scene: Scene): [number, number] {
  const { lng, lat } = restingView(scene);
  return [lng, lat];
}

/**
 * The pages' content security policy ignores style attributes. Cesium writes two: one on its logo, which is not shown here, and one on a
 * canvas with which it detects a browser feature once. The latter is set as a style instead.
 */
function avoidStyleAttributes(): void {
  CreditDisplay.cesiumCredit = new Credit('');
  const { prototype } = HTMLCanvasElement;
  const { setAttribute } = prototype;
  prototype.setAttribute = function (name, value) {
    if (name === 'style') this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  try {
    // Not in Cesium's types. Cesium caches the result.
    (FeatureDetection as unknown as { supportsImageRenderingPixelated(): boolean }).supportsImageRenderingPixelated();
  } finally {
    prototype.setAttribute = setAttribute;
  }
}

function makeWidget(container: HTMLElement, inSoftware: boolean): CesiumWidget {
  avoidStyleAttributes();
  const widget = new CesiumWidget(container, {
    baseLayer: false,
    skyBox: false,
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    showRenderLoopErrors: false,
    msaaSamples: inSoftware ? 1 : 4,
    mapProjection: new WebMercatorProjection(),
    // Credits are in the product's about box; Cesium's corner logo would be hidden under the panels.
    creditContainer: document.createElement('div'),
    creditViewport: document.createElement('div'),
  });
  const frame = widget.canvas.parentElement;
  for (const element of [frame, widget.canvas]) {
    if (!element) continue;
    Object.assign(element.style, { display: 'block', position: 'relative', width: '100%', height: '100%', outline: 'none' });
  }
  widget.canvas.style.touchAction = 'none';
  return widget;
}

// Machines without a graphics card render in software: antialiasing, atmosphere and fine meshes are switched off there.

/** Names of software renderers. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

function drawsInSoftware(canvasFactory: () => HTMLCanvasElement = () => document.createElement('canvas')): boolean {
  const gl = canvasFactory().getContext('webgl2');
  if (!gl) return true;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  // Browsers allow few contexts: release this one immediately.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(renderer);
}

function setQuality(scene: Scene, inSoftware: boolean): void {
  scene.globe.maximumScreenSpaceError = inSoftware ? 3 : 2;
  scene.globe.tileCacheSize = 200;
  scene.fog.enabled = !inSoftware;
  scene.globe.showGroundAtmosphere = !inSoftware;
  if (scene.skyAtmosphere) scene.skyAtmosphere.show = !inSoftware;
  scene.highDynamicRange = false;
}

/** Never renders more pixels than the screen has: a page zoomed out to 50 % would be drawn at four times the size. @returns stop */
function keepResolution(widget: Pick<CesiumWidget, 'resolutionScale'>): () => void {
  const set = (): void => {
    widget.resolutionScale = Math.min(1, globalThis.devicePixelRatio || 1);
  };
  set();
  // Zooming the page fires resize, too.
  globalThis.addEventListener('resize', set);
  return () => globalThis.removeEventListener('resize', set);
}
