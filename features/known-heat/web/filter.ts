// The filters of the lists, from the URL. Pure. An unreadable value is ignored.

import type { Position } from '@lookout/domain';
import { parsePosition } from '@lookout/geo';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { HEAT_KINDS, type HeatKind } from '../known-heat.ts';

/** Search distances offered for a place, metres. */
export const DISTANCES = [1_000, 2_000, 5_000, 10_000, 50_000] as const;
const USUAL_DISTANCE = 5_000;

export interface HeatFilter {
  readonly text: string | null;
  readonly kind: HeatKind | null;
  readonly around: { readonly centre: Position; readonly radiusMetres: number } | null;
}

/** The URL parameters that filter the lists. */
export const FILTER_NAMES = ['text', 'kind', 'grid', 'near', 'within', 'state'] as const;

export function readHeatFilter({ get }: Pick<UrlState, 'get'>): HeatFilter {
  const near = parsePosition(get('near') ?? '');
  return {
    text: get('text'),
    kind: oneOf(HEAT_KINDS, get('kind')),
    around: near.ok ? { centre: near.value, radiusMetres: oneOf(DISTANCES, get('within')) ?? USUAL_DISTANCE } : null,
  };
}

const STANDING = ['standing', 'over'] as const;
export const readMaskFilter = ({ get }: Pick<UrlState, 'get'>) => {
  const state = oneOf(STANDING, get('state'));
  return { text: get('text'), isStanding: state === null ? null : state === 'standing' };
};

/** Parses the corners of a mask: one position per line. @returns the first invalid line, or the corners */
export function readOutline(
  text: string,
): { readonly badLine: number } | { readonly corners: { readonly lng: number; readonly lat: number }[] } {
  const corners: { lng: number; lat: number }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = parsePosition(line);
    if (!read.ok) return { badLine: index + 1 };
    corners.push({ lng: read.value.lng, lat: read.value.lat });
  }
  return { corners };
}
