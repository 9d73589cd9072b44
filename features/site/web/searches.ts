// The officer's searches, as the page queries them.
import type { Got } from '@lookout/contract';
import type { siteCalls } from '../site.calls.ts';

export type Search = Got<(typeof siteCalls)['siteSearch']>;

/** The key of the query of all searches. */
export const SEARCHES = ['site', 'searches'] as const;

export const isUnfinished = ({ state }: Pick<Search, 'state'>): boolean => state === 'waiting' || state === 'running';
