// Pictures that stand at places on the ground, one for each thing: added, moved, changed and taken away one at a time, set on the ground
// as its tiles come. What alarm marks, resources, rangers and tasks have in common.
import { Cartesian3 } from 'cesium';
import { viewBoxOf } from '../engine/view-box.ts';
import type { SceneHost } from './layer.ts';
import { createMarkCells, type MarkCells } from './mark-cells.ts';
import { createPicturePool, type PictureSlot } from './picture-pool.ts';
import type { Sheet } from './sheet.ts';

/** Marks are set on the drawn ground below this camera height; from further out the ground's height is less than a pixel or two. */
const SET_ON_GROUND_BELOW_METRES = 150_000;
const SET_ON_GROUND_AT_MOST = 3000;
const GROUND_TOLERANCE_METRES = 2;

export interface Placed {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

export interface PlacedPicturesOptions<Mark extends Placed, Image extends string> {
  readonly sheet: Sheet<Image>;
  /** The sheet as it was drawn. */
  readonly canvas: HTMLCanvasElement;
  readonly imageOf: (mark: Mark) => Image;
  /** What a pick under the pointer finds (engine/types.ts `Picked`). */
  readonly pickKind: string;
}

export interface PlacedPictures<Mark extends Placed> {
  readonly marks: Pick<MarkCells<Mark>, 'all' | 'get' | 'size' | 'within'>;
  readonly put: (mark: Mark) => void;
  readonly drop: (id: string) => void;
  /** Every image anew (colours that move with time). */
  readonly redraw: () => void;
  /** Ground height under a mark as it is drawn. */
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

export function placePictures<Mark extends Placed, Image extends string>(
  host: SceneHost,
  { sheet, canvas, imageOf, pickKind }: PlacedPicturesOptions<Mark, Image>,
): PlacedPictures<Mark> {
  const pool = createPicturePool(host.scene, sheet, canvas);
  const marks = createMarkCells<Mark>();
  const drawn = new Map<string, Drawn<Image>>();

  function place(to: Drawn<Image>): void {
    to.slot.billboard.position = Cartesian3.fromDegrees(to.lng, to.lat, to.heightMetres);
  }

  /** Ground becomes known more finely as tiles come: marks in view follow it whenever the view has settled. */
  function setOnGround(heightMetres: number): void {
    if (heightMetres > SET_ON_GROUND_BELOW_METRES) return;
    let moved = false;
    for (const { id } of marks.within(viewBoxOf(host.scene), SET_ON_GROUND_AT_MOST)) {
      const at = drawn.get(id);
      const ground = at && host.heightAt(at.lng, at.lat);
      if (!at || ground == null || Math.abs(ground - at.heightMetres) < GROUND_TOLERANCE_METRES) continue;
      at.heightMetres = ground;
      place(at);
      moved = true;
    }
    if (moved) host.requestFrame();
  }
  const stop = host.onSettled((view) => setOnGround(view.heightMetres));

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
        at.slot.billboard.id = { kind: pickKind, id, lng, lat };
        place(at);
      }
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
    heightOf: (id) => drawn.get(id)?.heightMetres ?? 0,
    show: pool.show,
    destroy: () => {
      stop();
      pool.destroy();
    },
  };
}
