// Counts in badges, one per grid. Shared by the counts of alarms and of resources.
import { BillboardCollection, Cartesian2, Cartesian3, Color, HorizontalOrigin, LabelCollection, LabelStyle, VerticalOrigin } from 'cesium';
import { screenPositionOf } from '../../engine/pick.ts';
import type { Picked } from '../../engine/types.ts';
import type { ScreenBox } from '../labels.ts';
import type { SceneHost } from '../layer.ts';

/** The areas that marks are counted by. */
export type CountLevel = 'prefecture' | 'county';

interface Badge {
  /** Id of the grid. */
  readonly key: string;
  readonly count: number;
  readonly lng: number;
  readonly lat: number;
  /** What picking this mark returns. */
  readonly pick: Picked;
  /** Text below the badge. */
  readonly name?: string;
}

interface Badges {
  readonly put: (badge: Badge) => void;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const NUMBER_FONT = `bold 16px ${FAMILY}`;
const NAME_FONT = `12px ${FAMILY}`;
const INK = Color.fromCssColorString('#e6edf7');
const EDGE = Color.fromCssColorString('#0b1220');
/**
 * Number and badge would z-fight at the same depth, so the number is nearer to the camera. So is the picture of the upper one of two
 * badges.
 */
const STEP_METRES = 1000;
const nearer = (steps: number): Cartesian3 => new Cartesian3(0, 0, -steps * STEP_METRES);
/** Size of a badge's picture at scale 1 without its transparent edge, and the gap between badge and name. */
const BADGE_PIXELS = 58;
const GAP_PIXELS = 4;
const NAME_PIXELS = 13;
const SECOND_NAME_PIXELS = 30;
const WRITTEN = { style: LabelStyle.FILL_AND_OUTLINE, outlineColor: EDGE, outlineWidth: 3 } as const;

/**
 * Placement of badges, so that none covers another's number: `above` is at the badge's place and drawn over `below`, which is under its
 * place; `over` is higher still, and `beside` is to the right.
 */
export type Stand = 'over' | 'above' | 'beside' | 'below';
const STANDS: Readonly<Record<Stand, { readonly rightPixels: number; readonly downPixels: number; readonly steps: number }>> = {
  over: { rightPixels: 0, downPixels: -38, steps: 4 },
  above: { rightPixels: 0, downPixels: 0, steps: 2 },
  beside: { rightPixels: 38, downPixels: 0, steps: 0 },
  below: { rightPixels: 0, downPixels: 38, steps: 0 },
};

interface Drawn {
  readonly badge: ReturnType<BillboardCollection['add']>;
  readonly number: ReturnType<LabelCollection['add']>;
  readonly name: ReturnType<LabelCollection['add']> | null;
}

/** @param image URL of the badge's picture */
export function createBadges({ scene, markRoom }: Pick<SceneHost, 'scene' | 'markRoom'>, image: string, stand: Stand): Badges {
  const { rightPixels, downPixels, steps } = STANDS[stand];
  const offset = new Cartesian2(rightPixels, downPixels);
  const eyeOffset = nearer(steps + 1);
  const pictures = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const drawn = new Map<string, Drawn>();
  const places = new Map<string, Badge>();
  const boxOf = ({ lng, lat, count, name }: Badge): ScreenBox[] => {
    const at = screenPositionOf(scene, lng, lat, 0);
    if (at === null) return [];
    const half = (BADGE_PIXELS * badgeScale(count)) / 2;
    const halfWidth = Math.max(half, ((name?.length ?? 0) * NAME_PIXELS) / 2);
    const [centre, middle] = [at.x + rightPixels, at.y + downPixels];
    const bottom = middle + half + (name === undefined ? 0 : GAP_PIXELS + NAME_PIXELS);
    // A badge with its grid's name covers the room above it too, so that the map does not write the same name there.
    const top = middle - half - (name === undefined ? 0 : SECOND_NAME_PIXELS);
    return [[centre - halfWidth, top, centre + halfWidth, bottom]];
  };
  const leaveRoom = markRoom.add(() => (pictures.show ? [...places.values()].flatMap(boxOf) : []));

  const begin = (key: string, position: Cartesian3, hasName: boolean): Drawn => {
    const written = { position, text: '', horizontalOrigin: HorizontalOrigin.CENTER, pixelOffset: offset, eyeOffset, ...WRITTEN };
    const at: Drawn = {
      badge: pictures.add({ position, image, pixelOffset: offset, eyeOffset: nearer(steps) }),
      number: labels.add({ ...written, font: NUMBER_FONT, fillColor: Color.WHITE, verticalOrigin: VerticalOrigin.CENTER }),
      name: hasName ? labels.add({ ...written, font: NAME_FONT, fillColor: INK, verticalOrigin: VerticalOrigin.TOP }) : null,
    };
    drawn.set(key, at);
    return at;
  };

  return {
    put: (badge) => {
      const { key, count, lng, lat, pick, name } = badge;
      places.set(key, badge);
      const position = Cartesian3.fromDegrees(lng, lat);
      const at = drawn.get(key) ?? begin(key, position, name !== undefined);
      at.badge.scale = badgeScale(count);
      at.number.text = badgeText(count);
      if (at.name) {
        at.name.text = name ?? '';
        at.name.pixelOffset = new Cartesian2(rightPixels, downPixels + (BADGE_PIXELS * badgeScale(count)) / 2 + GAP_PIXELS);
      }
      for (const one of [at.badge, at.number, at.name]) {
        if (!one) continue;
        one.position = position;
        one.id = pick;
      }
    },
    remove: (key) => {
      const at = drawn.get(key);
      if (!at) return;
      drawn.delete(key);
      places.delete(key);
      pictures.remove(at.badge);
      labels.remove(at.number);
      if (at.name) labels.remove(at.name);
    },
    keys: () => [...drawn.keys()],
    show: (visible) => {
      pictures.show = visible;
      labels.show = visible;
    },
    destroy: () => {
      leaveRoom();
      scene.primitives.remove(pictures);
      scene.primitives.remove(labels);
    },
  };
}

/** A badge grows with the logarithm of its count: 1 → 0.5, 1,000 → 0.95 of its picture. */
export const badgeScale = (count: number): number => Math.min(1, 0.5 + 0.15 * Math.log10(Math.max(1, count)));

/** The count, or 9999+ when the number would not fit the badge. */
export const badgeText = (count: number): string => (count > 9999 ? '9999+' : String(count));
