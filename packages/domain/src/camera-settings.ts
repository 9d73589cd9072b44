// What an officer sets for a camera: parts of its view that are masked or allowed, and the tour it makes.

/** A part of a camera's view, in the angles that it reports, degrees; horizontally clockwise from … to …, also over north. */
export interface Sector {
  readonly name: string;
  readonly fromHorizontal: number;
  readonly toHorizontal: number;
  readonly fromVertical: number;
  readonly toVertical: number;
}

/** A preset, and how long the camera stays there. */
export interface TourStop {
  readonly preset: number;
  readonly seconds: number;
}

const around = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Does the camera look into this sector? Its edges belong to it; from and to the same is the whole circle. */
export function isInSector(sector: Sector, angles: { readonly horizontal: number; readonly vertical: number }): boolean {
  const width = around(sector.toHorizontal - sector.fromHorizontal) || 360;
  const [low, high] = [Math.min(sector.fromVertical, sector.toVertical), Math.max(sector.fromVertical, sector.toVertical)];
  return around(angles.horizontal - sector.fromHorizontal) <= width && angles.vertical >= low && angles.vertical <= high;
}
