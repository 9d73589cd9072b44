// Fire-risk levels draped on the terrain: each area in its level's colour, with the level's number at its centre (never colour alone).

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { screenPositionOf } from '@lookout/map/engine/pick.ts';
import type { ScreenPoint } from '@lookout/map/engine/types.ts';
import type { BoundaryFeatures } from '@lookout/map/layers/boundaries/lines.ts';
import { BELOW_ALARMS } from '@lookout/map/layers/depth.ts';
import { overlaps, type ScreenBox } from '@lookout/map/layers/labels.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import {
  Cartesian2,
  Cartesian3,
  ClassificationType,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPrimitive,
  HorizontalOrigin,
  LabelCollection,
  PerInstanceColorAppearance,
  PolygonGeometry,
  PolygonHierarchy,
  VerticalOrigin,
} from 'cesium';
import { type Outline, outlinesOf, type Ring } from './outlines.ts';

/** A place with its level's colour. */
interface RiskPlace extends Omit<RiskNumber, 'lng' | 'lat'> {
  readonly gridNo: string;
  /** The area that contains the others: coloured only if no part has its own boundary, and not labelled in addition to the parts. */
  readonly isWhole: boolean;
  /** Position of the number; null: unknown, only the area is coloured. */
  readonly at: { readonly lng: number; readonly lat: number } | null;
}

export interface RiskOnMap {
  /** Adds boundaries, GeoJSON whose features have `properties.gridNo`, for later calls of `set`. */
  readonly addAreas: (collection: BoundaryFeatures) => void;
  /** Replaces all places. A place without a boundary still shows its number. */
  readonly set: (places: readonly RiskPlace[]) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly show: (visible: boolean) => void;
  /** The default opacity. */
  readonly opacity: number;
}

/**
 * @param onDrawn called after each draw: whether only the whole area is coloured, because none of its parts has a boundary
 * @param id of the layer, since numbers other than fire risk are drawn in the same way
 */
export function mountRisk(globe: Globe, onDrawn: (onWhole: boolean) => void, id = 'fire-risk'): RiskOnMap {
  const layer = globe.addLayer(riskLayer(id));
  const outlines = new Map<string, Outline[]>();
  const draw = (places: readonly RiskPlace[]): void => {
    const parts = places.filter(({ isWhole }) => !isWhole);
    const bounded = parts.filter(({ gridNo }) => outlines.has(gridNo));
    const named = parts.length > 0 ? parts : places;
    const areas = (bounded.length > 0 ? bounded : places).flatMap(({ gridNo, colour }) => {
      const found = outlines.get(gridNo);
      return found ? [{ outlines: found, colour }] : [];
    });
    onDrawn(parts.length > 0 && bounded.length === 0 && areas.length > 0);
    layer.apply({
      picture: {
        areas,
        numbers: named.flatMap(({ at, level, name, colour, ink }) => (at ? [{ ...at, level, name, colour, ink }] : [])),
      },
    });
  };
  return {
    addAreas: (collection) => {
      for (const [gridNo, added] of outlinesOf(collection)) outlines.set(gridNo, added);
    },
    set: draw,
    setOpacity: (opacity) => layer.apply({ opacity }),
    show: layer.show,
    opacity: RISK_OPACITY,
  };
}

interface RiskArea {
  readonly outlines: readonly Outline[];
  /** CSS colour. */
  readonly colour: string;
}

interface RiskNumber {
  readonly lng: number;
  readonly lat: number;
  /** E.g. `4`. */
  readonly level: string;
  /** Shown next to the number where there is room; null: never. */
  readonly name: string | null;
  readonly colour: string;
  readonly ink: string;
}

interface RiskPicture {
  readonly areas: readonly RiskArea[];
  readonly numbers: readonly RiskNumber[];
}

const NO_RISK: RiskPicture = { areas: [], numbers: [] };

type RiskChange = { readonly picture: RiskPicture } | { readonly opacity: number };

const RISK_OPACITY = 0.45;
const FONT = 'bold 14px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const CHARACTER_PIXELS = 14;
const PADDING_PIXELS = 7;
/** Pixels above the centre, where the count badge is. */
const RISE_PIXELS = 34;
const ABOVE = new Cartesian2(0, -RISE_PIXELS);

/** The screen area of a label; null: not visible. */
function boxOf(text: string, at: ScreenPoint | null): ScreenBox | null {
  if (at === null) return null;
  const [halfWidth, halfHeight] = [([...text].length * CHARACTER_PIXELS) / 2 + PADDING_PIXELS, CHARACTER_PIXELS / 2 + PADDING_PIXELS];
  const y = at.y - RISE_PIXELS;
  return [at.x - halfWidth, y - halfHeight, at.x + halfWidth, y + halfHeight];
}

function riskLayer(id: string): Layer<RiskChange> {
  return {
    id,
    heights: EVERY_HEIGHT,
    mount: ({ scene, heightAt, onSettled, requestFrame }) => {
      const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
      let ground: GroundPrimitive | null = null;
      let picture = NO_RISK;
      let opacity = RISK_OPACITY;
      let visible = false;

      const clear = (): void => {
        if (ground) scene.groundPrimitives.remove(ground);
        ground = null;
      };
      const drawAreas = (): void => {
        clear();
        if (!visible || picture.areas.length === 0) return;
        ground = new GroundPrimitive({
          geometryInstances: picture.areas.flatMap(({ outlines, colour }) => {
            const color = ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colour).withAlpha(opacity));
            return outlines.map(
              ({ outer, holes }) =>
                new GeometryInstance({
                  geometry: new PolygonGeometry({ polygonHierarchy: hierarchyOf(outer, holes) }),
                  attributes: { color },
                }),
            );
          }),
          appearance: new PerInstanceColorAppearance({ flat: true, translucent: true }),
          classificationType: ClassificationType.TERRAIN,
          allowPicking: false,
        });
        scene.groundPrimitives.add(ground);
      };
      const drawNumbers = (): void => {
        labels.removeAll();
        const taken: ScreenBox[] = [];
        for (const { lng, lat, level, name, colour, ink } of picture.numbers) {
          const heightMetres = heightAt(lng, lat) ?? 0;
          const box = name === null ? null : boxOf(`${level} ${name}`, screenPositionOf(scene, lng, lat, heightMetres));
          const isNamed = box !== null && !taken.some((other) => overlaps(box, other));
          if (isNamed) taken.push(box);
          labels.add({
            position: Cartesian3.fromDegrees(lng, lat, heightMetres),
            text: isNamed ? `${level} ${name}` : level,
            font: FONT,
            fillColor: Color.fromCssColorString(ink),
            showBackground: true,
            backgroundColor: Color.fromCssColorString(colour),
            horizontalOrigin: HorizontalOrigin.CENTER,
            verticalOrigin: VerticalOrigin.CENTER,
            pixelOffset: ABOVE,
            ...BELOW_ALARMS,
          });
        }
      };
      const stop = onSettled(() => {
        if (picture.numbers.length === 0) return;
        drawNumbers();
        requestFrame();
      });

      return {
        apply: (change) => {
          if ('opacity' in change) opacity = change.opacity;
          else {
            picture = change.picture;
            drawNumbers();
          }
          drawAreas();
        },
        show: (next) => {
          visible = next;
          labels.show = next;
          drawAreas();
        },
        destroy: () => {
          stop();
          clear();
          scene.primitives.remove(labels);
        },
      };
    },
  };
}

function hierarchyOf(outer: Ring, holes: readonly Ring[]): PolygonHierarchy {
  return new PolygonHierarchy(
    positionsOf(outer),
    holes.map((hole) => new PolygonHierarchy(positionsOf(hole))),
  );
}

const positionsOf = (ring: Ring): Cartesian3[] => ring.map(([lng, lat]) => Cartesian3.fromDegrees(lng, lat));
