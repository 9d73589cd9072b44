// Rivers as lines, for distant views: built once, each level in its height band.
import {
  ArcType,
  Cartesian3,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  PolylineColorAppearance,
  PolylineGeometry,
  Primitive,
} from 'cesium';
import { EVERY_HEIGHT, isWithin, RIVER_BANDS } from '../bands.ts';
import type { Globe } from '../engine/globe.ts';
import type { Layer, SceneHost } from './layer.ts';

export interface RiverLine {
  /** 0: the largest. */
  readonly level: number;
  /** lng, lat, lng, lat … degrees. */
  readonly degrees: readonly number[];
}

export interface RiversOnMap {
  readonly add: (lines: readonly RiverLine[]) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountRivers(globe: Globe): RiversOnMap {
  const layer = globe.addLayer(riverLayer());
  return { add: layer.apply, show: layer.show, destroy: layer.destroy };
}

const COLOUR = Color.fromCssColorString('#4f93c8');
const LOOKS = [
  { alpha: 0.6, pixels: 1.8 },
  { alpha: 0.6, pixels: 1.8 },
  { alpha: 0.5, pixels: 1.3 },
  { alpha: 0.4, pixels: 1 },
] as const;
/** Height above the ellipsoid, so that lines do not z-fight with flat terrain; boundaries lie higher. */
const LIFT_METRES = 60;

/** apply(lines) adds lines. */
const riverLayer = (): Layer<readonly RiverLine[]> => ({ id: 'rivers', heights: EVERY_HEIGHT, mount });

function mount({ scene, onFrame }: SceneHost) {
  const drawn: { readonly level: number; readonly primitive: Primitive }[] = [];
  let visible = false;
  const showByHeight = (heightMetres: number): void => {
    for (const { level, primitive } of drawn) {
      const band = RIVER_BANDS[level];
      primitive.show = visible && band !== undefined && isWithin(heightMetres, band);
    }
  };
  const stop = onFrame(showByHeight);
  return {
    apply: (lines: readonly RiverLine[]) => {
      for (const [level, group] of Map.groupBy(lines, (line) => line.level)) {
        const primitive = primitiveOf(level, group);
        if (primitive === null) continue;
        drawn.push({ level, primitive });
        scene.primitives.add(primitive);
      }
    },
    show: (next: boolean) => {
      visible = next;
    },
    destroy: () => {
      stop();
      for (const { primitive } of drawn) scene.primitives.remove(primitive);
    },
  };
}

/** Built in Cesium's workers, without blocking the page; cannot be picked. */
function primitiveOf(level: number, lines: readonly RiverLine[]): Primitive | null {
  const look = LOOKS[level];
  if (look === undefined) return null;
  const color = ColorGeometryInstanceAttribute.fromColor(COLOUR.withAlpha(look.alpha));
  return new Primitive({
    geometryInstances: lines.map(
      ({ degrees }) =>
        new GeometryInstance({
          geometry: new PolylineGeometry({
            positions: raised(degrees),
            width: look.pixels,
            vertexFormat: PolylineColorAppearance.VERTEX_FORMAT,
            arcType: ArcType.NONE,
          }),
          attributes: { color },
        }),
    ),
    appearance: new PolylineColorAppearance(),
    allowPicking: false,
    show: false,
  });
}

function raised(degrees: readonly number[]): Cartesian3[] {
  const all: number[] = [];
  for (let index = 0; index + 1 < degrees.length; index += 2) all.push(degrees[index] ?? 0, degrees[index + 1] ?? 0, LIFT_METRES);
  return Cartesian3.fromDegreesArrayHeights(all);
}
