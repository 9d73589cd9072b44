// Geometry of the video window: the picture in its frame, points and boxes in the picture, how two pictures share an area, and the compass wedge.
import type { CSSProperties } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureBox extends Size {
  readonly left: number;
  readonly top: number;
}

/** The picture is shown whole, with bars on two sides. @returns null while a size is unknown */
export function pictureBox(frame: Size, picture: Size): PictureBox | null {
  if (frame.width <= 0 || frame.height <= 0 || picture.width <= 0 || picture.height <= 0) return null;
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

/** A point in the picture, 0 to 1 from its upper left corner, in the form that the calls expect. */
interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** @param at in the box's pixels; a point outside the picture is moved to the nearest point inside */
export function nearestIn(box: PictureBox, at: { readonly x: number; readonly y: number }): PicturePoint {
  const share = (value: number) => Math.min(1, Math.max(0, value));
  return { u: share((at.x - box.left) / box.width), v: share((at.y - box.top) / box.height) };
}

/** A box from the point in the picture where the pointer was pressed to the point where it was released. */
export interface DrawnBox {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}

/** A smaller box counts as a click. This is the server's limit. */
const LEAST_BOX = 0.02;

export const isBox = ({ from, to }: DrawnBox): boolean => Math.max(Math.abs(to.u - from.u), Math.abs(to.v - from.v)) >= LEAST_BOX;

/** Style of the drawn box, in percent of the picture. A box drawn to the left zooms out. */
export const boxStyle = ({ from, to }: DrawnBox): CSSProperties => ({
  left: `${Math.min(from.u, to.u) * 100}%`,
  top: `${Math.min(from.v, to.v) * 100}%`,
  width: `${Math.abs(to.u - from.u) * 100}%`,
  height: `${Math.abs(to.v - from.v) * 100}%`,
});

/** Which arrangement of two 16:9 pictures in an area makes them largest. */
export const pairWay = ({ width, height }: Size): 'across' | 'down' => (width * 9 > height * 16 ? 'across' : 'down');

/** An SVG path of a sector whose middle points to `azimuth`, degrees clockwise from the top. A full circle is drawn just short of 360°, which an arc cannot express. */
export function wedgePath(centre: number, radius: number, azimuth: number, field: number): string {
  const half = Math.min(field, 359.9) / 2;
  const at = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(centre + radius * Math.sin(angle))} ${round(centre - radius * Math.cos(angle))}`;
  };
  return `M ${centre} ${centre} L ${at(azimuth - half)} A ${radius} ${radius} 0 ${half > 90 ? 1 : 0} 1 ${at(azimuth + half)} Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
