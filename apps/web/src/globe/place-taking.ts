// While a panel looks for a place, the page gives it the clicks on the map.
import { createContext, useContext } from 'react';

export interface MapPoint {
  readonly lng: number;
  readonly lat: number;
}

export interface PlaceTaking {
  readonly take: ((place: MapPoint) => void) | null;
  /** null: nothing is looked for any more. */
  readonly setTake: (take: ((place: MapPoint) => void) | null) => void;
}

export const PlaceTakingContext = createContext<PlaceTaking | null>(null);

/** The clicks of the page a panel stands in. */
export function usePlaceTaking(): PlaceTaking {
  const taking = useContext(PlaceTakingContext);
  if (taking === null) throw new Error('a field for a place outside of a page with a map');
  return taking;
}
