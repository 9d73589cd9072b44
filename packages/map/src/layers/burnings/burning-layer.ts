// Reported burnings (用火报备): where, and how each stands; near, also whose.
import { isWithin, LABEL_BAND, MARKER_BAND } from '../../bands.ts';
import type { MapLanguage } from '../../engine/types.ts';
import type { Layer } from '../layer.ts';
import { cutLabel } from '../places/place.ts';
import { type PlateImage, plateLayer } from '../plate-layer.ts';
import { BURNING_LOOKS, type BurningLook, drawBurningPlate } from './burning-plate.ts';

export interface BurningMark {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
  readonly look: BurningLook;
}

/** Near marks are never cut by the ground they stand on. */
const NO_DEPTH_TEST_METRES = 5000;

export function burningLayer(language: MapLanguage): Layer<readonly BurningMark[]> {
  const images = Object.fromEntries(
    BURNING_LOOKS.map((look) => [
      look,
      { name: `burning.${look}`, canvas: drawBurningPlate(document.createElement('canvas'), look, language) },
    ]),
  ) as Record<BurningLook, PlateImage>;
  return plateLayer({
    id: 'burnings',
    heights: MARKER_BAND,
    noDepthTestMetres: NO_DEPTH_TEST_METRES,
    plateOf: ({ id, lng, lat, label, look }, { heightMetres }) => ({
      ...{ lng, lat, image: images[look], pick: { kind: 'burning', id, lng, lat } },
      text: isWithin(heightMetres, LABEL_BAND) ? cutLabel(label) : null,
    }),
  });
}
