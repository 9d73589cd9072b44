// Billboards of marks, one for each, added, moved and removed individually and clamped to the terrain as tiles load. Shared by alarm marks,
// resources, rangers and tasks.
import { type Billboard, BillboardCollection, BoundingRectangle, Cartesian3, type Scene } from 'cesium';
import { viewBoxOf } from '../engine/camera.ts';
import { screenPositionOf } from '../engine/pick.ts';
import type { PickedMark } from '../engine/types.ts';
import { ALARMS, BELOW_ALARMS, type Depth } from './depth.ts';
import { boxAround, type ScreenBox } from './labels.ts';
import type { SceneHost } from './layer.ts';
import { createMarkCells, isInBox, type MarkCells, type Positioned } from './mark-cells.ts';
import { CELL_PIXELS, IMAGE_SCALE, type Sheet } from './sheet.ts';

/** Marks are clamped to the drawn terrain below this camera height; from further out the terrain's height is a pixel or two at most. */
const SET_ON_GROUND_BELOW_METRES = 150_000;
const SET_ON_GROUND_AT_MOST = 3000;
const GROUND_TOLERANCE_METRES = 2;
/** Most marks in view that names avoid; among more marks no name finds room anyway. */
const CLEARED_AT_MOST = 600;
/**
 * How long the frame of a change outside the view may wait. It is still drawn eventually, because in a tilted view the box in view ends
 * before the horizon.
 */
export const OUT_OF_VIEW_PATIENCE_MILLISECONDS = 2000;

interface MarkBillboardsOptions<Mark extends Positioned, Image extends string> {
  readonly sheet: Sheet<Image>;
  /** The canvas with the drawn sheet. */
  readonly canvas: HTMLCanvasElement;
  readonly imageOf: (mark: Mark) => Image;
  /** What picking a mark returns (engine/types.ts `Picked`). */
  readonly pickKind: PickedMark['kind'];
  /** Default: below alarms. */
  readonly depth?: Depth;
}

interface MarkBillboards<Mark extends Positioned> {
  readonly marks: Pick<MarkCells<Mark>, 'all' | 'get' | 'size' | 'within'>;
  readonly put: (mark: Mark) => void;
  readonly drop: (id: string) => void;
  /** Sets every image again, because colours depend on the time. */
  readonly redraw: () => void;
  /** Whether a change adds, moves, alters or removes a mark in view; to be called before the change is applied. */
  readonly isInView: (change: { readonly upserts: readonly Mark[]; readonly removals: readonly string[] }) => boolean;
  /** Terrain height at which a mark is drawn. */
  readonly heightOf: (id: string) => number;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

interface Drawn<Image extends string> {
  readonly slot: PictureSlot<Image>;
  lng: number;
  lat: number;
  heightMetres: number;
}

export function createMarkBillboards<Mark extends Positioned, Image extends string>(
  host: SceneHost,
  { sheet, canvas, imageOf, pickKind, depth = BELOW_ALARMS }: MarkBillboardsOptions<Mark, Image>,
): MarkBillboards<Mark> {
  const pool = createPicturePool(host.scene, sheet, canvas, depth);
  const marks = createMarkCells<Mark>();
  const drawn = new Map<string, Drawn<Image>>();

  function moveTo(to: Drawn<Image>): void {
    to.slot.billboard.position = Cartesian3.fromDegrees(to.lng, to.lat, to.heightMetres);
  }

  /** Finer tiles change the known terrain height: marks in view follow it whenever the view settles. */
  function setOnGround(heightMetres: number): void {
    if (heightMetres > SET_ON_GROUND_BELOW_METRES) return;
    let moved = false;
    for (const { id } of marks.within(viewBoxOf(host.scene), SET_ON_GROUND_AT_MOST)) {
      const at = drawn.get(id);
      const ground = at && host.heightAt(at.lng, at.lat);
      if (!at || ground == null || Math.abs(ground - at.heightMetres) < GROUND_TOLERANCE_METRES) continue;
      at.heightMetres = ground;
      moveTo(at);
      moved = true;
    }
    if (moved) host.requestFrame();
  }
  let visible = true;
  /** The boxes of the marks in view, which names avoid. */
  function boxes(): ScreenBox[] {
    if (!visible) return [];
    return marks.within(viewBoxOf(host.scene), CLEARED_AT_MOST).flatMap(({ id, lng, lat }) => {
      const at = screenPositionOf(host.scene, lng, lat, drawn.get(id)?.heightMetres ?? 0);
      return at ? [boxAround(at)] : [];
    });
  }
  const stops = [host.onSettled((view) => setOnGround(view.heightMetres)), host.markRoom.add(boxes)];
  /** Names make room for alarms at once, for other marks when the camera rests. */
  const makeRoom = depth === ALARMS ? host.markRoom.changed : () => undefined;

  return {
    marks,
    put: (mark) => {
      marks.put(mark);
      const { id, lng, lat } = mark;
      let at = drawn.get(id);
      if (!at) {
        at = { slot: pool.take(), lng: Number.NaN, lat: Number.NaN, heightMetres: 0 };
        drawn.set(id, at);
      }
      if (at.lng !== lng || at.lat !== lat) {
        Object.assign(at, { lng, lat, heightMetres: host.heightAt(lng, lat) ?? 0 });
        moveTo(at);
        makeRoom();
      }
      at.slot.billboard.id = { kind: pickKind, id, lng, lat, label: mark.label } satisfies PickedMark;
      at.slot.setImage(imageOf(mark));
    },
    drop: (id) => {
      marks.remove(id);
      const at = drawn.get(id);
      if (!at) return;
      drawn.delete(id);
      pool.giveBack(at.slot);
    },
    redraw: () => {
      for (const mark of marks.all()) drawn.get(mark.id)?.slot.setImage(imageOf(mark));
    },
    isInView: ({ upserts, removals }) => {
      const box = viewBoxOf(host.scene);
      const wasSeen = (id: string): boolean => {
        const at = drawn.get(id);
        return at !== undefined && isInBox(box, at);
      };
      return upserts.some((mark) => isInBox(box, mark) || wasSeen(mark.id)) || removals.some(wasSeen);
    },
    heightOf: (id) => drawn.get(id)?.heightMetres ?? 0,
    show: (next) => {
      visible = next;
      pool.show(next);
      makeRoom();
    },
    destroy: () => {
      for (const stop of stops) stop();
      pool.destroy();
    },
  };
}

// A pool of billboards for any number of marks. Adding to a Cesium collection rewrites its whole buffer (0.6 s at 100,000), so the pool
// keeps several collections of fixed size, filled with hidden billboards that are taken and returned: a change touches only its own slot.

/** The first collections are small: most desks show a few dozen alarms. */
const CHUNK_SIZES = [128, 1024] as const;
const CHUNK_SIZE = 4096;

interface PictureSlot<Image extends string> {
  readonly billboard: Billboard;
  readonly setImage: (image: Image) => void;
}

interface PicturePool<Image extends string> {
  readonly take: () => PictureSlot<Image>;
  readonly giveBack: (slot: PictureSlot<Image>) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

/** Position of unused billboards: near the others, so that a collection's bounding sphere stays small. */
const PARKED = Cartesian3.fromDegrees(104, 34);

/** @param canvas the canvas with the drawn sheet, one per globe */
function createPicturePool<Image extends string>(
  scene: Scene,
  sheet: Sheet<Image>,
  canvas: HTMLCanvasElement,
  depth: Depth,
): PicturePool<Image> {
  const regions = new Map(
    sheet.images.map((image) => {
      const { x, y } = sheet.cellOf(image);
      // Cesium's origin is the bottom left.
      return [image, new BoundingRectangle(x, sheet.heightPixels - y - CELL_PIXELS, CELL_PIXELS, CELL_PIXELS)] as const;
    }),
  );
  const chunks: BillboardCollection[] = [];
  const free: PictureSlot<Image>[] = [];
  let visible = true;

  function grow(): void {
    const chunk = new BillboardCollection({ scene, show: visible });
    const size = CHUNK_SIZES[chunks.length] ?? CHUNK_SIZE;
    for (let index = 0; index < size; index++) free.push(slotOf(chunk.add({ position: PARKED, show: false, ...depth })));
    chunks.push(chunk);
    scene.primitives.add(chunk);
  }

  function slotOf(billboard: Billboard): PictureSlot<Image> {
    let shown: Image | null = null;
    return {
      billboard,
      setImage: (image) => {
        if (image === shown) return;
        if (shown === null) billboard.setImage(sheet.name, canvas as unknown as HTMLImageElement);
        shown = image;
        const region = regions.get(image);
        if (region) billboard.setImageSubRegion(sheet.name, region);
      },
    };
  }

  return {
    take: () => {
      if (free.length === 0) grow();
      const slot = free.pop();
      if (!slot) throw new Error('a grown pool has free slots');
      slot.billboard.scale = IMAGE_SCALE;
      slot.billboard.show = true;
      return slot;
    },
    giveBack: (slot) => {
      slot.billboard.show = false;
      free.push(slot);
    },
    show: (next) => {
      visible = next;
      for (const chunk of chunks) chunk.show = next;
    },
    destroy: () => {
      for (const chunk of chunks) scene.primitives.remove(chunk);
    },
  };
}
