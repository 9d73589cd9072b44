// The globe: makes the scene, joins ground, camera, pointer and layers, and takes all of it down again. Called once by the web's map shell.

import type { HomeView, MapMode } from '@lookout/region';
import { Cartographic, CesiumWidget, Color, type Scene, WebMercatorProjection } from 'cesium';
import { testsDepthAt } from '../bands.ts';
import type { Layer, MountedLayer, SceneHost } from '../layers/layer.ts';
import type { GroundLegend, GroundLook } from '../relief/look.ts';
import type { ImageryLook } from '../relief/outside-imagery.ts';
import { exactHeight, knownHeight } from '../terrain/heights.ts';
import { createTerrainTiles, type TileGround } from '../terrain/tiles.ts';
import { flyTo, heightOf, restingView, setView } from './camera.ts';
import { dressGround } from './ground.ts';
import { createLayerHost } from './layer-host.ts';
import { listeners } from './listeners.ts';
import { modeOf } from './mode-of.ts';
import { switchMode } from './modes.ts';
import { screenPositionOf } from './pick.ts';
import { listenToPointer } from './pointer.ts';
import { drawsInSoftware, keepResolution, setQuality } from './quality.ts';
import { watchRest } from './rest.ts';
import type { FlyTarget, GlobeOptions, MapLanguage, OutsideGround, Readout, RestingView, ScreenPoint } from './types.ts';

/** Space around the globe and the ground before anything is loaded: ui.md "Ground #0b1220". */
const SPACE = '#0b1220';
const BARE_GROUND = '#10202c';
/** Further out the globe is a dot. */
const MAX_ZOOM_DISTANCE_METRES = 30_000_000;
const DEFAULT_MAX_LEVEL = 12;

export interface Globe {
  /** Of what is written on it. */
  readonly language: MapLanguage;
  readonly addLayer: <Change>(layer: Layer<Change>) => MountedLayer<Change>;
  readonly home: () => Promise<'arrived' | 'cancelled'>;
  readonly setHome: (home: HomeView) => void;
  readonly flyTo: (target: FlyTarget) => Promise<'arrived' | 'cancelled'>;
  /** At once, without a flight: restoring a copied link. */
  readonly setView: (view: Pick<RestingView, 'lng' | 'lat' | 'heightMetres'> & Partial<RestingView>) => void;
  readonly view: () => RestingView;
  readonly lookNorth: () => Promise<'arrived' | 'cancelled'>;
  /** factor 0.5: twice as near; 2: twice as far. */
  readonly zoomBy: (factor: number) => void;
  readonly mode: () => MapMode;
  readonly setMode: (mode: MapMode) => void;
  readonly setVr: (on: boolean) => void;
  /** Cursor longitude, latitude, height once per animation frame while the pointer moves; null outside. @returns stop */
  readonly attachReadout: (write: (readout: Readout | null) => void) => () => void;
  /** Ground height from the finest tile loaded so far (coarse far out); null where none is. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  /** Exact ground height from the finest tiles, as the server's `heights` gives it; null when it cannot be had. */
  readonly exactHeightAt: (lng: number, lat: number) => Promise<number | null>;
  /** CSS pixels in the container; null when hidden behind the globe. Without a height: on the ground as drawn. */
  readonly screenPositionOf: (lng: number, lat: number, heightMetres?: number) => ScreenPoint | null;
  /** Runs after every drawn frame while somebody anchors a popup. @returns stop */
  readonly onRendered: (run: () => void) => () => void;
  /** How many frames have been drawn; at rest it stands still. */
  readonly framesDrawn: () => number;
  /** Tiles still on their way; 0 when the ground stands. */
  readonly tilesLoading: () => number;
  readonly setGroundLook: (look: GroundLook) => void;
  /** What the ground shows at this height of the camera. */
  readonly groundLegend: () => GroundLegend;
  /** Other elevation tiles from now on: the server took new ground up. */
  readonly setTerrain: (ground: TileGround) => void;
  /** The next answer that the server's ground is another one. @returns stop */
  readonly onTerrainStale: (run: () => void) => () => void;
  readonly setOutsideGround: (outside: OutsideGround) => void;
  /** Of the pictures that the installation's own server gives. */
  readonly setImageryLook: (look: ImageryLook) => void;
  readonly destroy: () => void;
}

export function createGlobe(container: HTMLElement, options: GlobeOptions): Globe {
  // Read by Cesium when it first loads a worker or an asset; a plain string on the page's global is its documented setting.
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

  scene.backgroundColor = Color.fromCssColorString(SPACE);
  scene.globe.baseColor = Color.fromCssColorString(BARE_GROUND);
  const controller = scene.screenSpaceCameraController;
  controller.minimumZoomDistance = options.region.minZoomDistanceMetres;
  controller.maximumZoomDistance = MAX_ZOOM_DISTANCE_METRES;
  setQuality(scene, inSoftware);
  stops.push(keepResolution(widget));

  const requestFrame = (): void => scene.requestRender();
  const tiles = createTerrainTiles({
    maxLevel: DEFAULT_MAX_LEVEL,
    ...options.terrain,
    onStale: stale.tell,
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onArrived: requestFrame,
    onRecovered: () => {
      ground.refresh();
      requestFrame();
    },
  });
  const ground = dressGround(scene, tiles, requestFrame);
  settled.add(({ metresPerPixel }) => ground.rested(metresPerPixel));

  const heightAt = (lng: number, lat: number): number | null =>
    ground.isMeshFromOutside() ? (scene.globe.getHeight(Cartographic.fromDegrees(lng, lat)) ?? null) : knownHeight(tiles, lng, lat);
  const host: SceneHost = { scene, requestFrame, heightAt, onSettled: settled.add, onFrame: framed.add };
  const layers = createLayerHost(host, () => heightOf(scene));

  // Three speeds: (1) a drawn frame asks only whether a limit of height or pitch was crossed …
  stops.push(
    scene.preRender.addEventListener(() => {
      const height = heightOf(scene);
      layers.cross(height);
      scene.globe.depthTestAgainstTerrain = testsDepthAt(scene.camera.pitch);
      framed.tell(height, performance.now());
      watch.look();
    }),
    scene.postRender.addEventListener(() => {
      frames++;
      rendered.tell();
    }),
  );
  // … (2) a camera at rest tells its view; (3) the read-out goes by animation frame, in pointer.ts.
  let lastView = '';
  const rest = (): void => {
    const view = restingView(scene);
    // The controller may turn the camera by the last bit of a number; that is no new view.
    const key = Object.values(view).join();
    if (key === lastView) return;
    lastView = key;
    options.onRest(view);
    settled.tell(view);
  };
  stops.push(
    scene.globe.tileLoadProgressEvent.addEventListener((queued: number) => {
      const done = queued === 0 && tilesLoading > 0;
      tilesLoading = queued;
      if (done) settled.tell(restingView(scene));
    }),
    scene.renderError.addEventListener((_scene: Scene, error: unknown) => options.onBroken(String(error))),
  );
  const watch = watchRest(scene.camera, rest);
  stops.push(watch.stop);
  const pointer = listenToPointer(scene, heightAt, options.onPointer);
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
      const metres = heightOf(scene) - (heightAt(...under(scene)) ?? 0);
      if (factor < 1) scene.camera.zoomIn(metres * (1 - factor));
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
    setImageryLook: ground.setImageryLook,
    destroy: () => {
      scene.canvas.removeEventListener('webglcontextlost', lost);
      pointer.destroy();
      for (const stop of stops) stop();
      layers.destroy();
      ground.stop();
      tiles.stop();
      const gl = scene.canvas.getContext('webgl2') ?? scene.canvas.getContext('webgl');
      widget.destroy();
      // Browsers keep few contexts and collect them late: give it back now, or the seventeenth globe kills the first.
      gl?.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

function under(scene: Scene): [number, number] {
  const { lng, lat } = restingView(scene);
  return [lng, lat];
}

function makeWidget(container: HTMLElement, inSoftware: boolean): CesiumWidget {
  const widget = new CesiumWidget(container, {
    baseLayer: false,
    skyBox: false,
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    showRenderLoopErrors: false,
    msaaSamples: inSoftware ? 1 : 4,
    mapProjection: new WebMercatorProjection(),
    // What is drawn is credited in the product's own about box; Cesium's corner logo would lie under the panels.
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
