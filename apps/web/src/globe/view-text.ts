// The camera in the URL: `at=lng,lat,height,heading,pitch,mode`, rounded to keep it short.
import type { RestingView } from '@lookout/map';
import type { MapMode } from '@lookout/region';

export type AddressedView = Pick<RestingView, 'lng' | 'lat' | 'heightMetres' | 'headingDegrees' | 'pitchDegrees' | 'mode'>;

const MODES = new Set<string>(['2d', '3d', 'glb'] satisfies MapMode[]);
const isMode = (text: string): text is MapMode => MODES.has(text);

export function writeView(view: AddressedView): string {
  // 360 after rounding is north again.
  const heading = Math.round(view.headingDegrees) % 360;
  return [view.lng.toFixed(5), view.lat.toFixed(5), Math.round(view.heightMetres), heading, Math.round(view.pitchDegrees), view.mode].join(
    ',',
  );
}

const NUMBER = /^-?\d{1,9}(\.\d{1,12})?$/;

/** @returns null when the text is not a valid view */
export function readView(text: string | null): AddressedView | null {
  const parts = text?.split(',') ?? [];
  if (parts.length !== 6 || !parts.slice(0, 5).every((part) => NUMBER.test(part))) return null;
  const [lng = 0, lat = 0, heightMetres = 0, headingDegrees = 0, pitchDegrees = 0] = parts.map(Number);
  const mode = parts[5] ?? '';
  const within =
    Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && heightMetres > 0 && heightMetres <= 50_000_000 && Math.abs(pitchDegrees) <= 90;
  return within && isMode(mode) ? { lng, lat, heightMetres, headingDegrees, pitchDegrees, mode } : null;
}
