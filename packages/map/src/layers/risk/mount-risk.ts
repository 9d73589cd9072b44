// The door to the fire-risk levels on the map for the web.
import type { Globe } from '../../engine/globe.ts';
import type { BoundaryFeatures } from '../boundaries/lines.ts';
import { type Outline, outlinesOf } from './outlines.ts';
import { RISK_OPACITY, type RiskNumber, riskLayer } from './risk-layer.ts';

/** A place with its level's colour. */
export interface RiskPlace extends Omit<RiskNumber, 'lng' | 'lat'> {
  readonly gridNo: string;
  /** Of which the others are parts: coloured where no part has a boundary of its own, and never named beside them. */
  readonly isWhole: boolean;
  /** Where the number stands; null: in no known place, only the area is coloured. */
  readonly at: { readonly lng: number; readonly lat: number } | null;
}

export interface RiskOnMap {
  /** The areas that may be coloured: GeoJSON whose features carry `properties.gridNo`. */
  readonly setAreas: (collection: BoundaryFeatures) => void;
  /** Replaces what was drawn. A place without an area keeps its number. */
  readonly set: (places: readonly RiskPlace[]) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly show: (visible: boolean) => void;
  /** Until a person chooses otherwise. */
  readonly opacity: number;
}

/** @param onDrawn told with each drawing whether the colour lies on the whole alone, because none of its parts has a boundary */
export function mountRisk(globe: Globe, onDrawn: (onWhole: boolean) => void): RiskOnMap {
  const layer = globe.addLayer(riskLayer());
  let outlines = new Map<string, Outline[]>();
  let places: readonly RiskPlace[] = [];
  const draw = (): void => {
    const parts = places.filter(({ isWhole }) => !isWhole);
    const bounded = parts.filter(({ gridNo }) => outlines.has(gridNo));
    const named = parts.length > 0 ? parts : places;
    const areas = (bounded.length > 0 ? bounded : places).flatMap(({ gridNo, colour }) => {
      const found = outlines.get(gridNo);
      return found ? [{ outlines: found, colour }] : [];
    });
    onDrawn(parts.length > 0 && bounded.length === 0 && areas.length > 0);
    layer.apply({
      picture: {
        areas,
        numbers: named.flatMap(({ at, level, name, colour, ink }) => (at ? [{ ...at, level, name, colour, ink }] : [])),
      },
    });
  };
  return {
    setAreas: (collection) => {
      outlines = outlinesOf(collection);
      if (places.length > 0) draw();
    },
    set: (next) => {
      places = next;
      draw();
    },
    setOpacity: (opacity) => layer.apply({ opacity }),
    show: layer.show,
    opacity: RISK_OPACITY,
  };
}
