// How far a camera's ray goes and how sure that is, as replies say it.
import type { SightedPlace } from '@lookout/geo';

export const rangeOf = ({ distanceMetres, nearMetres, farMetres, band }: SightedPlace) => ({
  distance: distanceMetres,
  near: nearMetres,
  far: farMetres,
  band: { near: band.nearMetres, far: band.farMetres, halfWidth: band.halfWidthMetres },
});
