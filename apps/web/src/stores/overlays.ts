// What open tabs draw on the map: each part of the globe draws its own overlay while the tab sets it.

import type { Named } from '@lookout/domain';
import type { Burning } from '@lookout/features/burning/burning.ts';
import type { GridFireLevel } from '@lookout/features/danger/fire-weather.ts';

export interface WeatherAt {
  readonly gridNo: string;
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  /** °C, as written by the service. */
  readonly temperature: string | null;
  readonly windFromDegrees: number | null;
  readonly windScale: string | null;
}

/** The view of a camera watched at this desk. */
export interface CameraView {
  readonly id: string;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Degrees from true north. */
  readonly azimuth: number;
  /** Degrees; null: the lens is not known. */
  readonly fieldOfView: number | null;
}

interface Value<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls the listener with the current value and with each change. @returns unsubscribe */
  readonly follow: (listener: (now: T) => void) => () => void;
}

type Overlay<T> = Value<readonly T[]>;

export interface Overlays {
  readonly weather: Overlay<WeatherAt>;
  readonly risk: Overlay<GridFireLevel>;
  /** The map colours the area as a whole, because its parts have no boundary data. */
  readonly isRiskOnWhole: Value<boolean>;
  readonly burnings: Overlay<Named<Burning>>;
  /** The burnings that 用火报备 shows on its map in place of `burnings`; null: its map is not open. */
  readonly listedBurnings: Value<readonly Named<Burning>[] | null>;
  readonly cameraViews: Overlay<CameraView>;
}

function createValue<T>(first: T): Value<T> {
  const listeners = new Set<(now: T) => void>();
  let current = first;
  return {
    get: () => current,
    set: (next) => {
      current = next;
      for (const listener of [...listeners]) listener(current);
    },
    follow: (listener) => {
      listeners.add(listener);
      listener(current);
      return () => void listeners.delete(listener);
    },
  };
}

const createOverlay = <T>(): Overlay<T> => createValue<readonly T[]>([]);

export const createOverlays = (): Overlays => ({
  weather: createOverlay(),
  risk: createOverlay(),
  isRiskOnWhole: createValue(false),
  burnings: createOverlay(),
  listedBurnings: createValue<readonly Named<Burning>[] | null>(null),
  cameraViews: createOverlay(),
});
