import { boundaries } from './boundaries.ts';
import { cameraViews } from './camera-view/camera-view-part.ts';
import { groundPart } from './ground-wiring.ts';
import { ground } from './layers/ground-part.ts';
import { scenes } from './layers/scenes-part.ts';
import { vectorLayers } from './layers/vector-part.ts';
import { burnings } from './overlays/burnings.ts';
import { risk } from './overlays/risk.ts';
import { weather } from './overlays/weather.ts';
import type { GlobePart } from './part.ts';
import { sightings } from './sightings/sightings-part.ts';
import { plots } from './tools/plots/plots-part.ts';

/** In the order in which they are mounted. */
export const PARTS: readonly GlobePart[] = [
  groundPart,
  ground,
  boundaries,
  vectorLayers,
  scenes,
  weather,
  risk,
  burnings,
  plots,
  sightings,
  cameraViews,
];
