// The door to the weather on the map for the web.
import type { Globe } from '../../engine/globe.ts';
import { type WeatherMark, weatherLayer } from './weather-layer.ts';
import { drawWindArrow } from './wind-arrow.ts';

export interface WeatherOnMap {
  /** Replaces what was drawn. */
  readonly set: (marks: readonly WeatherMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export function mountWeather(globe: Globe): WeatherOnMap {
  const layer = globe.addLayer(weatherLayer(drawWindArrow(document.createElement('canvas'))));
  return { set: layer.apply, show: layer.show };
}
