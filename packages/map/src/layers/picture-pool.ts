// Billboards for any number of marks. Adding to a Cesium collection writes its whole buffer anew (0.6 s at 100,000), so marks live in
// several collections of fixed size, filled with hidden billboards that are taken and given back: a change touches only its own slot.
import { type Billboard, BillboardCollection, BoundingRectangle, Cartesian3, type Scene } from 'cesium';
import { CELL_PIXELS, IMAGE_SCALE, type Sheet } from './sheet.ts';

/** The first collections are small: most desks show some dozens of alarms. */
const CHUNK_SIZES = [128, 1024] as const;
const CHUNK_SIZE = 4096;

/** Near marks are never cut by the ground they stand on; further ones are drawn this much nearer, so that only a ridge hides them. */
const NO_DEPTH_TEST_METRES = 5000;
const LIFT_METRES = 150;
const LIFT = new Cartesian3(0, 0, -LIFT_METRES);

export interface PictureSlot<Image extends string> {
  readonly billboard: Billboard;
  readonly setImage: (image: Image) => void;
}

export interface PicturePool<Image extends string> {
  readonly take: () => PictureSlot<Image>;
  readonly giveBack: (slot: PictureSlot<Image>) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

/** Where unused billboards wait: near the others, so that a collection's bounding sphere stays small. */
const PARKED = Cartesian3.fromDegrees(104, 34);

/** @param canvas the sheet's drawn canvas, one for the globe */
export function createPicturePool<Image extends string>(scene: Scene, sheet: Sheet<Image>, canvas: HTMLCanvasElement): PicturePool<Image> {
  const regions = new Map(
    sheet.images.map((image) => {
      const { x, y } = sheet.cellOf(image);
      // Cesium counts from the bottom left.
      return [image, new BoundingRectangle(x, sheet.heightPixels - y - CELL_PIXELS, CELL_PIXELS, CELL_PIXELS)] as const;
    }),
  );
  const chunks: BillboardCollection[] = [];
  const free: PictureSlot<Image>[] = [];
  let visible = true;

  function grow(): void {
    const chunk = new BillboardCollection({ scene, show: visible });
    const size = CHUNK_SIZES[chunks.length] ?? CHUNK_SIZE;
    for (let index = 0; index < size; index++)
      free.push(slotOf(chunk.add({ position: PARKED, show: false, eyeOffset: LIFT, disableDepthTestDistance: NO_DEPTH_TEST_METRES })));
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
