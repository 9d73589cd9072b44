// Box zoom, like the manufacturers' 3D positioning: a rectangle drawn in the picture fills the picture.
import { anglesOfPixel, onPlane, type PictureAngles, type PictureView, type Pixel, pointAt } from './picture-angles.ts';

/**
 * A box from the point where the pointer was pressed to the point where it was released. A box drawn to the right zooms in, one to the left
 * zooms out.
 */
export interface DrawnBox {
  readonly from: Pixel;
  readonly to: Pixel;
}

export interface ZoomedView extends PictureAngles {
  readonly horizontalFieldDegrees: number;
  /** The turn from the present direction; right and up are positive. */
  readonly turnPanDegrees: number;
  readonly turnTiltDegrees: number;
}

const RADIANS = Math.PI / 180;

/**
 * The view whose centre is that of the box. For a box drawn to the right, the field of view is the narrowest that shows the whole box; for
 * one to the left, the present field becomes as small a part of the picture as the box is. The limits of the lens are not applied here.
 */
export function zoomToBox(view: PictureView, { from, to }: DrawnBox): ZoomedView {
  const aim = pointAt(view, { u: (from.u + to.u) / 2, v: (from.v + to.v) / 2 });
  const half = to.u < from.u ? widenedHalf(view, { from, to }) : enclosingHalf(view, aim, { from, to });
  return { ...aim, horizontalFieldDegrees: (2 * Math.atan(half)) / RADIANS };
}

/** Half the width of the present picture at distance one, divided by the box's share of it. */
function widenedHalf({ horizontalFieldDegrees }: PictureView, { from, to }: DrawnBox): number {
  return Math.tan((horizontalFieldDegrees / 2) * RADIANS) / Math.max(Math.abs(to.u - from.u), Math.abs(to.v - from.v));
}

/** Half the width, at distance one, of a picture in the direction `aim` that shows all corners of the box. */
function enclosingHalf(view: PictureView, aim: PictureAngles, { from, to }: DrawnBox): number {
  const corners = [from.u, to.u].flatMap((u) => [from.v, to.v].map((v) => anglesOfPixel(view, { u, v })));
  const reaches = corners.flatMap((corner) => {
    const at = onPlane(aim, corner);
    return at === null ? [] : [Math.abs(at.right), Math.abs(at.up) * view.aspect];
  });
  return Math.max(...reaches);
}
