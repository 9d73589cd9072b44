// What is drawn of a camera's sight of a fire. The ray hangs in the air from the eye to the ground; the rest lies on the ground: the band
// in which the fire may be, the place that can be dragged, and the 95 % ellipse of crossed sights. Pure.
import { destination, ellipseRing } from '@lookout/geo';
import type { Drawing, Place } from '../plots/drawing.ts';

/** WGS 84 degrees, metres, degrees clockwise from true north. */
export interface SightRay {
  readonly eye: Place & { readonly heightMetres: number | null };
  /** Where the ray meets the ground. */
  readonly place: Place;
  readonly azimuthDegrees: number;
  /** The band along the ray, from the tower's foot. */
  readonly nearMetres: number;
  readonly farMetres: number;
  /** The sight that was taken last. */
  readonly isCurrent: boolean;
}

export interface SightingsOnGround {
  readonly rays: readonly SightRay[];
  /** Can be dragged; null: nothing was located. */
  readonly place: (Place & { readonly label: string }) | null;
  readonly crossing:
    | (Place & {
        readonly label: string;
        readonly semiMajorMetres: number;
        readonly semiMinorMetres: number;
        readonly azimuthDegrees: number;
      })
    | null;
}

const RAY = '#2dd4ff';
const OTHER_RAY = '#8e9bb3';
const PLACE = '#ff7a1a';
const CROSSING = '#facc15';
const BAND_PIXELS = 9;
const EDGE_PIXELS = 2;

export const rayColour = ({ isCurrent }: Pick<SightRay, 'isCurrent'>): string => (isCurrent ? RAY : OTHER_RAY);

export function sightingDrawings({ rays, place, crossing }: SightingsOnGround): Drawing[] {
  const plain = { plotId: null, texts: [], handles: false } as const;
  const drawings: Drawing[] = rays.map((ray) => ({
    ...{ ...plain, shape: 'line', colour: rayColour(ray), widthPixels: BAND_PIXELS },
    points: [ray.nearMetres, ray.farMetres].map((metres) => destination(ray.eye, ray.azimuthDegrees, metres)),
  }));
  if (crossing) {
    const { lng, lat, semiMajorMetres, semiMinorMetres, azimuthDegrees } = crossing;
    const ring = ellipseRing({ lng, lat, ellipse: { semiMajorMetres, semiMinorMetres, azimuthDegrees } });
    const edge = ring.slice(0, -1).map(([east, north]) => ({ lng: east, lat: north }));
    drawings.push(
      { ...plain, shape: 'area', colour: CROSSING, widthPixels: EDGE_PIXELS, points: edge },
      { ...plain, shape: 'point', colour: CROSSING, widthPixels: 0, points: [{ lng, lat }], texts: [crossing.label] },
    );
  }
  if (place)
    drawings.push({
      ...{ ...plain, shape: 'point', colour: PLACE, widthPixels: 0, handles: true },
      ...{ points: [{ lng: place.lng, lat: place.lat }], texts: [place.label] },
    });
  return drawings;
}
