import { alarms } from './alarms-part.ts';
import { boundaries } from './boundaries.ts';
import { cameraViews } from './camera-view/camera-view-part.ts';
import { baseGround } from './ground-wiring.ts';
import { highlight } from './highlight-part.ts';
import { ground } from './layers/ground-part.ts';
import { scenes } from './layers/scenes-part.ts';
import { vectorLayers } from './layers/vector-part.ts';
import type { GlobePart } from './part.ts';
import { places } from './places/places-part.ts';
import { track } from './places/track-part.ts';
import { sightings } from './sightings/sightings-part.ts';
import { plots } from './tools/plots/plots-part.ts';

/** All parts of a globe, in the order in which they are mounted: what features bring lies on the ground and below the drawings. */
export const allParts = (ofFeatures: readonly GlobePart[]): readonly GlobePart[] => [
  alarms,
  highlight,
  track,
  places,
  baseGround,
  ground,
  boundaries,
  vectorLayers,
  scenes,
  ...ofFeatures,
  plots,
  sightings,
  cameraViews,
];
