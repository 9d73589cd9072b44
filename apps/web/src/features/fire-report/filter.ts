// The filter of the list in the URL. Pure. An unreadable value is no filter.
import { formatTime, parseTime } from '@lookout/contract';
import { BURNING_PURPOSES, BURNING_STATES, type BurningPurpose, type BurningState } from '@lookout/domain';
import type { UrlState } from '../../shared/url-state.ts';

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

const timeOf = (text: string | null): string | null => {
  const at = parseTime(text ?? '');
  return at === null ? null : formatTime(at);
};

export function readFilter({ get }: Pick<UrlState, 'get'>): BurningFilter {
  return {
    gridNo: get('grid'),
    applicant: get('text'),
    purpose: BURNING_PURPOSES.find((one) => one === get('purpose')) ?? null,
    state: BURNING_STATES.find((one) => one === get('state')) ?? null,
    beginTime: timeOf(get('from')),
    endTime: timeOf(get('to')),
  };
}

export const isNarrowed = (filter: BurningFilter): boolean => Object.values(filter).some((value) => value !== null);
