// Writes place names on the screen, those of all layers together, so that none covers another. Names are placed when the camera rests and
// when an alarm needs the room; in between they stay at their places on the terrain. They cannot be picked: a click goes to what lies under
// them.
import {
  type Billboard,
  BillboardCollection,
  Cartesian2,
  Cartesian3,
  Color,
  HorizontalOrigin,
  type Label,
  LabelCollection,
  LabelStyle,
  type Scene,
  VerticalOrigin,
} from 'cesium';
import { heightOf, viewBoxOf } from '../../engine/camera.ts';
import { screenPositionOf } from '../../engine/pick.ts';
import type { GeoBox } from '../../engine/places.ts';
import type { RestingView } from '../../engine/types.ts';
import { BELOW_MARKS } from '../depth.ts';
import type { MarkRoom } from '../mark-room.ts';
import { type NameSide, offsetOf, placeNames } from './placing.ts';

/** Style of a name. All names with the same style share one object. */
export interface NameLook {
  readonly fontPixels: number;
  readonly style: 'normal' | 'bold' | 'italic';
  readonly colour: Color;
  /**
   * Who draws the dot next to which the name is written: `own`: the name itself; `layer`: the layer that owns the name. `none`: there is no
   * dot, the name is written on its area.
   */
  readonly dot: 'own' | 'layer' | 'none';
}

export interface WrittenName {
  /** Unique among the names of all sources. */
  readonly id: string;
  readonly text: string;
  readonly lng: number;
  readonly lat: number;
  readonly look: NameLook;
}

/** The names that a layer wants to show. */
export interface NameSource {
  /** Where two names need the same room, the source with the smaller number gets it. */
  readonly order: number;
  /**
   * Names in view, the important ones first; none while the layer is hidden. Called when names are placed, never while the camera moves.
   */
  readonly inView: (heightMetres: number, box: GeoBox) => Iterable<WrittenName>;
}

export interface NameBoard {
  readonly add: (source: NameSource) => {
    /** Must be called when names were added, removed or hidden. The call is cheap: several calls in a quarter of a second count as one. */
    readonly changed: () => void;
    readonly remove: () => void;
  };
}

/** The part of the host that the board needs. */
interface BoardHost {
  readonly scene: Scene;
  readonly requestFrame: () => void;
  readonly markRoom: MarkRoom;
  readonly heightAt: (lng: number, lat: number) => number | null;
  readonly onSettled: (run: (view: RestingView) => void) => () => void;
  readonly onFrame: (run: (heightMetres: number) => void) => () => void;
}

const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const EDGE = Color.fromCssColorString('#0b1220').withAlpha(0.85);
const MOST_NAMES = 160;
const MOST_CANDIDATES = 1_200;
/** Alarms arrive in bursts. */
const GATHER_MILLISECONDS = 250;
/** When the camera is higher than at placement by this factor, names would overlap: they are hidden until it rests. */
const TOO_FAR_OUT = 1.7;

interface Drawn {
  readonly label: Label;
  readonly dot: Billboard | null;
  readonly look: NameLook;
  side: NameSide;
  heightMetres: number;
}

export function createNameBoard(host: BoardHost): NameBoard & { readonly destroy: () => void } {
  const { scene } = host;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const dots = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  const drawn = new Map<string, Drawn>();
  let sources: readonly NameSource[] = [];
  let placedAtMetres = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function* wishes(heightMetres: number): Iterable<WrittenName> {
    const box = viewBoxOf(scene);
    let left = MOST_CANDIDATES;
    for (const source of sources)
      for (const name of source.inView(heightMetres, box)) {
        if (left-- === 0) return;
        yield name;
      }
  }

  function place(): void {
    if (sources.length === 0 && drawn.size === 0) return;
    const heightMetres = heightOf(scene);
    placedAtMetres = heightMetres;
    const candidates = [...wishes(heightMetres)].flatMap((name) => {
      const ground = host.heightAt(name.lng, name.lat) ?? 0;
      const at = screenPositionOf(scene, name.lng, name.lat, ground);
      const { fontPixels, dot } = name.look;
      return at && isOnScreen(at) ? [{ ...at, name, ground, id: name.id, text: name.text, fontPixels, hasDot: dot !== 'none' }] : [];
    });
    const placed = placeNames(candidates, host.markRoom.boxes());
    const wanted = new Map(
      candidates
        .filter(({ id }) => placed.has(id))
        .slice(0, MOST_NAMES)
        .map((one) => [one.id, one]),
    );
    for (const [id, one] of drawn) if (wanted.get(id)?.name.look !== one.look) erase(id, one);
    for (const [id, { name, ground }] of wanted) draw(name, ground, placed.get(id) ?? 'on');
    host.requestFrame();
  }

  const isOnScreen = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    x >= 0 && y >= 0 && x <= scene.canvas.clientWidth && y <= scene.canvas.clientHeight;

  function erase(id: string, { label, dot }: Drawn): void {
    labels.remove(label);
    if (dot) dots.remove(dot);
    drawn.delete(id);
  }

  function draw({ id, text, lng, lat, look }: WrittenName, ground: number, side: NameSide): void {
    let at = drawn.get(id);
    if (at && at.side === side && Math.abs(at.heightMetres - ground) < 1) return;
    const position = Cartesian3.fromDegrees(lng, lat, ground);
    if (!at) {
      const label = labels.add({
        position,
        text,
        font: `${look.style} ${look.fontPixels}px ${FAMILY}`,
        fillColor: look.colour,
        style: LabelStyle.FILL_AND_OUTLINE,
        outlineColor: EDGE.withAlpha(EDGE.alpha * look.colour.alpha),
        outlineWidth: 4,
        verticalOrigin: VerticalOrigin.CENTER,
        ...BELOW_MARKS,
      });
      const dot = look.dot === 'own' ? dots.add({ position, color: look.colour, scale: DOT_SCALE, ...BELOW_MARKS }) : null;
      dot?.setImage('place-dot', dotPicture() as unknown as HTMLImageElement);
      at = { label, dot, look, side, heightMetres: ground };
      drawn.set(id, at);
    }
    at.side = side;
    at.heightMetres = ground;
    at.label.position = position;
    if (at.dot) at.dot.position = position;
    const { right, down } = offsetOf(side, { fontPixels: look.fontPixels, hasDot: look.dot !== 'none' });
    at.label.horizontalOrigin = ORIGINS[side];
    at.label.pixelOffset = new Cartesian2(right, down);
  }

  const placeSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      place();
    }, GATHER_MILLISECONDS);
  };
  const stops = [
    host.onSettled(place),
    host.markRoom.onChanged(placeSoon),
    host.onFrame((heightMetres) => {
      labels.show = heightMetres < placedAtMetres * TOO_FAR_OUT;
      dots.show = labels.show;
    }),
  ];

  return {
    add: (source) => {
      sources = [...sources, source].sort((one, other) => one.order - other.order);
      return {
        changed: placeSoon,
        remove: () => {
          sources = sources.filter((other) => other !== source);
          placeSoon();
        },
      };
    },
    destroy: () => {
      if (timer) clearTimeout(timer);
      for (const stop of stops) stop();
      scene.primitives.remove(labels);
      scene.primitives.remove(dots);
    },
  };
}

const ORIGINS: Readonly<Record<NameSide, HorizontalOrigin>> = {
  on: HorizontalOrigin.CENTER,
  above: HorizontalOrigin.CENTER,
  below: HorizontalOrigin.CENTER,
  right: HorizontalOrigin.LEFT,
  left: HorizontalOrigin.RIGHT,
};

const DOT_PIXELS = 16;
const DOT_SCALE = 0.42;
let dotCanvas: HTMLCanvasElement | null = null;

/** A white dot with a dark edge; the billboard colours it. */
function dotPicture(): HTMLCanvasElement {
  if (dotCanvas) return dotCanvas;
  dotCanvas = document.createElement('canvas');
  dotCanvas.width = DOT_PIXELS;
  dotCanvas.height = DOT_PIXELS;
  const pen = dotCanvas.getContext('2d');
  if (pen) {
    pen.beginPath();
    pen.arc(DOT_PIXELS / 2, DOT_PIXELS / 2, DOT_PIXELS / 2 - 2, 0, 2 * Math.PI);
    pen.fillStyle = '#ffffff';
    pen.fill();
    pen.lineWidth = 3;
    pen.strokeStyle = '#0b1220';
    pen.stroke();
  }
  return dotCanvas;
}
