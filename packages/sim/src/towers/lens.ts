// The two eyes of a tower and what each sees at a zoom. The product is told the same numbers: a field of view, wide and narrow.
import type { CHANNELS } from '../cameras/towers.ts';

export type Channel = (typeof CHANNELS)[number];

interface Lens {
  /** Horizontal field of view when zoomed out. */
  readonly widestDegrees: number;
  /** How many times longer the focal length is when zoomed in. */
  readonly magnification: number;
}

export const lenses: Readonly<Record<Channel, Lens>> = {
  visible: { widestDegrees: 60, magnification: 30 },
  thermal: { widestDegrees: 24, magnification: 4 },
};

/**
 * The horizontal field of view, degrees: the focal length grows evenly with the zoom.
 * @param zoom 0 (wide) … 1 (narrow), as ONVIF's generic zoom space has it
 */
export function fieldDegrees(channel: Channel, zoom: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  return (2 * Math.atan(Math.tan((widestDegrees * Math.PI) / 360) / (1 + (magnification - 1) * zoom)) * 180) / Math.PI;
}

/** The zoom at which an eye has that field, as near as its lens comes. */
export function zoomFor(channel: Channel, degrees: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  const times = Math.tan((widestDegrees * Math.PI) / 360) / Math.tan((degrees * Math.PI) / 360);
  return Math.min(1, Math.max(0, (times - 1) / (magnification - 1)));
}
