// The filters of the page in the URL. Pure functions. An unreadable value is ignored.

import { oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  HAZARD_STATES,
  HAZARD_WARNING_LEVELS,
  type HazardKind,
  type HazardLevel,
  type HazardState,
  type HazardWarningLevel,
} from '../hazard.ts';

export interface PointFilter {
  readonly text: string | null;
  readonly kind: HazardKind | null;
  readonly level: HazardLevel | null;
  readonly state: HazardState | null;
  readonly isWarned: boolean | null;
}

export interface WarningFilter {
  readonly text: string | null;
  readonly level: HazardWarningLevel | null;
  readonly isOpen: boolean | null;
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

export const POINT_FILTERS = ['text', 'kind', 'level', 'state', 'warned', 'grid'] as const;
export const WARNING_FILTERS = ['text', 'color', 'open', 'grid', 'from', 'to'] as const;

type Get = Pick<UrlState, 'get'>;

const yesOrNo = (text: string | null): boolean | null => (text === 'yes' ? true : text === 'no' ? false : null);

export const readPointFilter = ({ get }: Get): PointFilter => ({
  text: get('text'),
  kind: oneOf(HAZARD_KINDS, get('kind')),
  level: oneOf(HAZARD_LEVELS, get('level')),
  state: oneOf(HAZARD_STATES, get('state')),
  isWarned: yesOrNo(get('warned')),
});

export const readWarningFilter = ({ get }: Get): WarningFilter => ({
  text: get('text'),
  level: oneOf(HAZARD_WARNING_LEVELS, get('color')),
  isOpen: yesOrNo(get('open')),
  ...windowOf({ get }),
});
