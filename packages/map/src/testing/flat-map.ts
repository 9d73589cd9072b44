// The map's interface without a globe, for browser tests of forms, lists and popups: the same functions as index.ts, but marks are dots on
// a plain canvas seen from above, there is no terrain, and flights end immediately. Drawing can be tested only on the real globe.
import type { HomeView, MapMode } from '@lookout/region';
import { FLY_TO_HEIGHT_METRES, type HeightBand, HOME_PITCH_DEGREES, isWithin } from '../bands.ts';
import type { Draw } from '../engine/draw.ts';
import { fitOf, NOTHING_COVERED } from '../engine/fit.ts';
import type { Globe } from '../engine/globe.ts';
import { listeners } from '../engine/listeners.ts';
import type { FlyTarget, GlobeOptions, Picked, PickedMark, PointerEvent, Readout, RestingView, ScreenPoint } from '../engine/types.ts';
import type { Boundaries } from '../layers/boundaries/boundary-layer.ts';
import type { BoxLayer } from '../layers/box.ts';
import type { Highlight } from '../layers/highlight.ts';
import type { MeasureLayer } from '../layers/measure.ts';
import type { NamesOnMap } from '../layers/names/name-layer.ts';
import type { RiversOnMap } from '../layers/rivers.ts';
import type { SeenView } from '../layers/view-watch.ts';
import { legendOf, USUAL_GROUND_LOOK } from '../relief/look.ts';

export * from '../bands.ts';
export { USUAL_GROUND_LOOK } from '../relief/look.ts';

// The compiler checks the interface: everything that index.ts exports is here too.
null as unknown as typeof import('./flat-map.ts') satisfies typeof import('../index.ts');

const METRES_PER_DEGREE = 111_320;
/** Marks are small, so the pointer may be this many pixels away. */
const REACH_PIXELS = 12;
/** Marks this close to the pointer count as covering each other. */
const COVERS_PIXELS = 3;
const HOVER_MILLISECONDS = 100;
const DOT_PIXELS = 4;
const GROUND = '#10202c';
const DOT = '#2dd4ff';

type Mark = Exclude<Picked, { kind: 'ground' }>;
const isMark = (mark: Mark): mark is PickedMark => 'id' in mark;

/** One layer's marks. */
interface MarkSet {
  readonly heights: HeightBand;
  marks: ReadonlyMap<string, Mark>;
  isShown: boolean;
}

/** State that a flat globe shares with its layers. */
interface Surface {
  readonly addMarks: (heights: HeightBand) => MarkSet;
  readonly redraw: () => void;
  readonly onRest: (run: (view: RestingView) => void) => () => void;
  readonly boxInView: () => SeenView['box'];
  /** While a drawing gesture has claimed the pointer, marks cannot be clicked. */
  claimed: boolean;
}

const surfaces = new WeakMap<Globe, Surface>();

/** For layers with marks. */
export function surfaceOf(globe: Globe): Surface {
  const surface = surfaces.get(globe);
  if (!surface) throw new Error('no flat globe');
  return surface;
}

export function createGlobe(container: HTMLElement, options: GlobeOptions): Globe {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%', outline: 'none', touchAction: 'none' });
  container.append(canvas);
  const rested = listeners<[RestingView]>();
  const rendered = listeners<[]>();
  const sets: MarkSet[] = [];
  const writers = new Set<(readout: Readout | null) => void>();
  let home = options.home;
  let mode: MapMode = options.view?.mode ?? options.region.defaultMode;
  let camera = cameraOf(options.view ?? home);
  let look = USUAL_GROUND_LOOK;
  let frames = 0;
  let frame = 0;
  let restTimer: ReturnType<typeof setTimeout> | null = null;

  // In a 2D map the width of the view counts as the height.
  const metresPerPixel = (): number => camera.heightMetres / Math.max(1, canvas.clientWidth);
  const view = (): RestingView => ({ ...camera, mode, metresPerPixel: metresPerPixel() });
  const metresPerDegreeLng = (): number => METRES_PER_DEGREE * Math.max(0.01, Math.cos((camera.lat * Math.PI) / 180));
  const screenPositionOf = (lng: number, lat: number): ScreenPoint => ({
    x: canvas.clientWidth / 2 + ((lng - camera.lng) * metresPerDegreeLng()) / metresPerPixel(),
    y: canvas.clientHeight / 2 - ((lat - camera.lat) * METRES_PER_DEGREE) / metresPerPixel(),
  });
  const positionAt = (x: number, y: number): Readout => ({
    lng: camera.lng + ((x - canvas.clientWidth / 2) * metresPerPixel()) / metresPerDegreeLng(),
    lat: camera.lat - ((y - canvas.clientHeight / 2) * metresPerPixel()) / METRES_PER_DEGREE,
    heightMetres: null,
  });
  const inView = (): MarkSet[] => sets.filter(({ heights, isShown }) => isShown && isWithin(camera.heightMetres, heights));
  /** The nearest first. */
  const marksAt = (x: number, y: number, reachPixels: number): Mark[] => {
    const near = inView()
      .flatMap(({ marks }) => [...marks.values()])
      .map((mark) => {
        const at = screenPositionOf(mark.lng, mark.lat);
        return { mark, pixels: Math.hypot(at.x - x, at.y - y) };
      })
      .filter(({ pixels }) => pixels <= reachPixels);
    return near.sort((a, b) => a.pixels - b.pixels).map(({ mark }) => mark);
  };
  const markAt = (x: number, y: number): Mark | null => marksAt(x, y, REACH_PIXELS)[0] ?? null;

  function draw(): void {
    frame = 0;
    frames++;
    canvas.width = canvas.clientWidth;
    canvas.height = canvas.clientHeight;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = GROUND;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = DOT;
      for (const { marks } of inView())
        for (const { lng, lat } of marks.values()) {
          const { x, y } = screenPositionOf(lng, lat);
          pen.fillRect(x - DOT_PIXELS / 2, y - DOT_PIXELS / 2, DOT_PIXELS, DOT_PIXELS);
        }
    }
    rendered.emit();
  }
  const redraw = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  const rest = (): void => {
    redraw();
    restTimer ??= setTimeout(() => {
      restTimer = null;
      options.onRest(view());
      rested.emit(view());
    });
  };
  const move = (next: Partial<Camera>): void => {
    camera = { ...camera, ...next };
    rest();
  };
  const fly = async ({ seconds: _, rangeMetres, heightMetres, ...target }: FlyTarget): Promise<'arrived'> => {
    move({
      pitchDegrees: HOME_PITCH_DEGREES,
      headingDegrees: 0,
      ...target,
      heightMetres: rangeMetres ?? heightMetres ?? FLY_TO_HEIGHT_METRES,
    });
    return 'arrived';
  };

  const surface: Surface = {
    addMarks: (heights) => {
      const set: MarkSet = { heights, marks: new Map(), isShown: true };
      sets.push(set);
      return set;
    },
    redraw,
    onRest: rested.add,
    boxInView: () => {
      const [a, b] = [positionAt(0, canvas.clientHeight), positionAt(canvas.clientWidth, 0)];
      return { west: a.lng, south: a.lat, east: b.lng, north: b.lat };
    },
    claimed: false,
  };

  const forward = (gesture: PointerEvent['gesture']) => (event: MouseEvent) => {
    event.preventDefault();
    if (surface.claimed) return;
    const { offsetX: x, offsetY: y } = event;
    const mark = options.picksGround?.() ? null : markAt(x, y);
    const pick: Picked = mark ?? { kind: 'ground', ...positionAt(x, y) };
    options.onPointer({
      gesture,
      pick,
      marks: mark === null ? [] : [mark, ...marksAt(x, y, COVERS_PIXELS).filter((other) => other !== mark)].filter(isMark),
      x,
      y,
    });
  };
  canvas.addEventListener('click', forward('click'));
  canvas.addEventListener('dblclick', forward('double'));
  canvas.addEventListener('contextmenu', forward('right'));
  let hovered: Mark | null = null;
  let hoverTimer: ReturnType<typeof setTimeout> | null = null;
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
    for (const write of writers) write(positionAt(x, y));
    hoverTimer ??= setTimeout(() => {
      hoverTimer = null;
      const mark = surface.claimed || options.picksGround?.() ? null : markAt(x, y);
      if (mark === hovered) return;
      hovered = mark;
      options.onPointer({ gesture: 'hover', pick: mark, x, y });
    }, HOVER_MILLISECONDS);
  });
  canvas.addEventListener('pointerleave', () => {
    for (const write of writers) write(null);
  });
  const resized = new ResizeObserver(redraw);
  resized.observe(canvas);
  rest();

  const globe: Globe = {
    language: options.language,
    addLayer: () => ({ apply: nothing, show: nothing, destroy: nothing }),
    home: () => fly(home),
    setHome: (next) => {
      home = next;
    },
    flyTo: fly,
    flyToBox: (box, leastRangeMetres, seconds) => {
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      const { lng, lat, metresPerPixel } = fitOf(box, { width, height }, options.covered?.() ?? NOTHING_COVERED, leastRangeMetres / width);
      return fly({ lng, lat, rangeMetres: metresPerPixel * width, ...(seconds !== undefined && { seconds }) });
    },
    setView: ({ mode: nextMode = mode, metresPerPixel: _, ...next }) => {
      mode = nextMode;
      move(next);
    },
    view,
    lookNorth: async () => {
      move({ headingDegrees: 0 });
      return 'arrived';
    },
    zoomBy: (factor) => move({ heightMetres: camera.heightMetres * factor }),
    mode: () => mode,
    setMode: (next) => {
      mode = next;
      rest();
    },
    setVr: nothing,
    attachReadout: (write) => {
      writers.add(write);
      return () => void writers.delete(write);
    },
    heightAt: () => null,
    exactHeightAt: async () => null,
    screenPositionOf,
    onRendered: (run) => {
      redraw();
      return rendered.add(run);
    },
    framesDrawn: () => frames,
    tilesLoading: () => 0,
    setGroundLook: (next) => {
      look = next;
    },
    groundLegend: () => legendOf(look, metresPerPixel()),
    setTerrain: nothing,
    onTerrainStale: () => nothing,
    setOutsideGround: nothing,
    destroy: () => {
      cancelAnimationFrame(frame);
      if (restTimer) clearTimeout(restTimer);
      if (hoverTimer) clearTimeout(hoverTimer);
      resized.disconnect();
      canvas.remove();
    },
  };
  surfaces.set(globe, surface);
  return globe;
}

/** Claims the pointer like a gesture, but never completes: drawing is tested on the real globe. */
export function mountDraw(globe: Globe): Draw {
  const surface = surfaceOf(globe);
  return {
    set: (request) => {
      surface.claimed = request !== null && request.kind !== 'handles';
    },
    destroy: () => {
      surface.claimed = false;
    },
  };
}

// The following functions only draw on the globe; here they do nothing.
export const mountBoundaries = (_: Globe): Boundaries => ({ add: nothing, onSeen: () => nothing, show: nothing, destroy: nothing });
export const mountRivers = (_: Globe): RiversOnMap => ({ add: nothing, show: nothing, destroy: nothing });
export const mountNames = (_: Globe): NamesOnMap => ({ add: nothing, onSeen: () => nothing, show: nothing, destroy: nothing });
export const mountBox = (_: Globe): BoxLayer => ({ set: nothing, destroy: nothing });
export const mountHighlight = (_: Globe): Highlight => ({ set: nothing, destroy: nothing });
export const mountMeasure = (_: Globe): MeasureLayer => ({ set: nothing, destroy: nothing });

interface Camera {
  readonly lng: number;
  readonly lat: number;
  readonly heightMetres: number;
  readonly headingDegrees: number;
  readonly pitchDegrees: number;
}

const cameraOf = ({ lng, lat, heightMetres, ...more }: HomeView & Partial<Camera>): Camera => ({
  lng,
  lat,
  heightMetres,
  headingDegrees: more.headingDegrees ?? 0,
  pitchDegrees: more.pitchDegrees ?? HOME_PITCH_DEGREES,
});

function nothing(): void {
  // Nothing is drawn.
}
