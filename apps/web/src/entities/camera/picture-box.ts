// Where the picture itself lies in its frame: it is shown whole, with bars beside it or above and below.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureBox extends Size {
  readonly left: number;
  readonly top: number;
}

/** @returns null while nothing is known of one of them */
export function pictureBox(frame: Size, picture: Size): PictureBox | null {
  if (frame.width <= 0 || frame.height <= 0 || picture.width <= 0 || picture.height <= 0) return null;
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

/** A place in the picture from its upper left corner, 0 to 1, as the calls take it. */
export interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** @param at in the same pixels as the box; @returns null beside the picture */
export function pointIn(box: PictureBox, at: { readonly x: number; readonly y: number }): PicturePoint | null {
  const u = (at.x - box.left) / box.width;
  const v = (at.y - box.top) / box.height;
  return u < 0 || u > 1 || v < 0 || v > 1 ? null : { u, v };
}
