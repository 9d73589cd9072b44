// Names of provinces, prefectures, counties, rivers and towns. Placed when the camera rests and when an alarm needs the room; in between they stay at their
// places on the ground. They cannot be picked: a click goes to what lies under them.
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
  VerticalOrigin,
} from 'cesium';
import { EVERY_HEIGHT, isWithin, NAME_BANDS } from '../../bands.ts';
import { heightOf, viewBoxOf } from '../../engine/camera.ts';
import type { Globe } from '../../engine/globe.ts';
import { screenPositionOf } from '../../engine/pick.ts';
import { BELOW_MARKS } from '../depth.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { isInBox } from '../mark-cells.ts';
import { type SeenView, viewWatch } from '../view-watch.ts';
import { type NameSide, offsetOf, placeNames } from './placing.ts';

export type NameRank = keyof typeof NAME_BANDS;

export interface PlaceName {
  readonly id: string;
  readonly rank: NameRank;
  readonly text: string;
  readonly lng: number;
  readonly lat: number;
}

export interface NamesOnMap {
  /** Names that are there already stay as they are. */
  readonly add: (names: readonly PlaceName[]) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountNames(globe: Globe): NamesOnMap {
  const layer = globe.addLayer(nameLayer());
  const reports = new Set<(view: SeenView) => void>();
  const watch = globe.addLayer(
    viewWatch('names-view', (view) => {
      for (const report of [...reports]) report(view);
    }),
  );
  return {
    add: layer.apply,
    onSeen: (report) => {
      reports.add(report);
      return () => void reports.delete(report);
    },
    show: layer.show,
    destroy: () => {
      layer.destroy();
      watch.destroy();
    },
  };
}

interface Look {
  readonly fontPixels: number;
  readonly style: 'normal' | 'bold' | 'italic';
  readonly colour: Color;
  readonly hasDot: boolean;
}

const css = (colour: string) => Color.fromCssColorString(colour);
const LOOKS: Readonly<Record<NameRank, Look>> = {
  province: { fontPixels: 16, style: 'bold', colour: css('#dfe8f6'), hasDot: false },
  prefecture: { fontPixels: 15, style: 'normal', colour: css('#d3deef'), hasDot: false },
  county: { fontPixels: 13, style: 'normal', colour: css('#c2cfe3'), hasDot: false },
  seat: { fontPixels: 13, style: 'normal', colour: css('#e6edf7'), hasDot: true },
  river: { fontPixels: 13, style: 'italic', colour: css('#86b8e0'), hasDot: false },
  town: { fontPixels: 12, style: 'normal', colour: css('#b4c2d8'), hasDot: true },
};
/** Where two names want the same room, the earlier one has it. */
const ORDER: readonly NameRank[] = ['province', 'prefecture', 'county', 'river', 'seat', 'town'];
const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const EDGE = css('#0b1220').withAlpha(0.85);
const MOST_NAMES = 160;
const MOST_CANDIDATES = 1_200;
/** Alarms come in bursts. */
const GATHER_MILLISECONDS = 250;
/** A camera this much higher than where names were placed would pile them up: they are hidden until it rests. */
const TOO_FAR_OUT = 1.7;

/** apply(names) adds names. */
const nameLayer = (): Layer<readonly PlaceName[]> => ({ id: 'names', heights: EVERY_HEIGHT, mount });

interface Drawn {
  readonly label: Label;
  readonly dot: Billboard | null;
  side: NameSide;
  heightMetres: number;
}

function mount(host: SceneHost): MountedLayer<readonly PlaceName[]> {
  const { scene } = host;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const dots = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  const byRank = new Map<NameRank, Map<string, PlaceName>>(ORDER.map((rank) => [rank, new Map()]));
  const drawn = new Map<string, Drawn>();
  let visible = false;
  let placedAtMetres = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const inView = (heightMetres: number): PlaceName[] => {
    const box = viewBoxOf(scene);
    const found: PlaceName[] = [];
    for (const rank of ORDER) {
      if (!isWithin(heightMetres, NAME_BANDS[rank])) continue;
      for (const name of byRank.get(rank)?.values() ?? []) {
        if (isInBox(box, name)) found.push(name);
        if (found.length >= MOST_CANDIDATES) return found;
      }
    }
    return found;
  };

  function place(): void {
    if (!visible) return;
    const heightMetres = heightOf(scene);
    placedAtMetres = heightMetres;
    const candidates = inView(heightMetres).flatMap((name) => {
      const ground = host.heightAt(name.lng, name.lat) ?? 0;
      const at = screenPositionOf(scene, name.lng, name.lat, ground);
      const { fontPixels, hasDot } = LOOKS[name.rank];
      return at && isOnScreen(at) ? [{ ...at, name, ground, id: name.id, text: name.text, fontPixels, hasDot }] : [];
    });
    const placed = placeNames(candidates, host.markRoom.boxes());
    const wanted = new Map(
      candidates
        .filter(({ id }) => placed.has(id))
        .slice(0, MOST_NAMES)
        .map((one) => [one.id, one]),
    );
    for (const [id, one] of drawn) if (!wanted.has(id)) erase(id, one);
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

  function draw({ id, rank, text, lng, lat }: PlaceName, ground: number, side: NameSide): void {
    const look = LOOKS[rank];
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
        outlineColor: EDGE,
        outlineWidth: 4,
        verticalOrigin: VerticalOrigin.CENTER,
        ...BELOW_MARKS,
      });
      const dot = look.hasDot ? dots.add({ position, color: look.colour, scale: DOT_SCALE, ...BELOW_MARKS }) : null;
      dot?.setImage('place-dot', dotPicture() as unknown as HTMLImageElement);
      at = { label, dot, side, heightMetres: ground };
      drawn.set(id, at);
    }
    at.side = side;
    at.heightMetres = ground;
    at.label.position = position;
    if (at.dot) at.dot.position = position;
    const { right, down } = offsetOf(side, look);
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
      labels.show = visible && heightMetres < placedAtMetres * TOO_FAR_OUT;
      dots.show = labels.show;
    }),
  ];

  return {
    apply: (names) => {
      for (const name of names) {
        const known = byRank.get(name.rank);
        if (known && !known.has(name.id)) known.set(name.id, name);
      }
      placeSoon();
    },
    show: (next) => {
      visible = next;
      labels.show = next;
      dots.show = next;
      if (next) placeSoon();
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

/** A white dot with a dark edge; the billboard gives it its colour. */
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
