// The filter of the list in the URL. Pure functions. An unreadable value is ignored.

import { oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { BURNING_PURPOSES, BURNING_STATES, type BurningPurpose, type BurningState } from '../burning.ts';

export interface BurningFilter {
  readonly gridNo: string | null;
  readonly applicant: string | null;
  readonly purpose: BurningPurpose | null;
  readonly state: BurningState | null;
  /** Burnings whose window overlaps this time. */
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

/** The URL parameters that filter the list. */
export const FILTER_NAMES = ['text', 'purpose', 'state', 'grid', 'from', 'to'] as const;

export const readFilter = ({ get }: Pick<UrlState, 'get'>): BurningFilter => ({
  gridNo: get('grid'),
  applicant: get('text'),
  purpose: oneOf(BURNING_PURPOSES, get('purpose')),
  state: oneOf(BURNING_STATES, get('state')),
  ...windowOf({ get }),
});
