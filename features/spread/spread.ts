// The forecast of a fire (蔓延推演): its runs and their events. A run is a model result, never an observation. Its inputs and its result are
// the same objects in the database, in worker threads, in calls and on pages.

import { eventObject, type GridNo, type Named } from '@lookout/domain';
import type { SpreadInputs, SpreadModel, SpreadObservation } from './spread-inputs.ts';
import type { SpreadError, SpreadResult } from './spread-result.ts';

export const SPREAD_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type SpreadState = (typeof SPREAD_STATES)[number];
/** True if the state is final. */
export const isSpreadOver = (state: SpreadState): boolean => state !== 'queued' && state !== 'running';

/** The position of a run in its server's queue, with the reason: forecasts of burning fires go first, and grids take turns. */
export interface SpreadQueuePlace {
  /** Position in the queue, from 1. */
  readonly place: number;
  /** The number of runs ahead that belong to burning fires, while this one does not. */
  readonly burning: number;
  /** Of the other runs ahead, the number that belong to the grid of the user who requested this one. */
  readonly ownGrid: number;
}

/** Why a run failed: nothing burns at its start, the server stopped, it took too long, or a server fault. */
export const SPREAD_FAILURES = ['nothing-burns', 'server-stopped', 'too-long', 'fault'] as const;
export type SpreadFailure = (typeof SPREAD_FAILURES)[number];

/** A requested run. */
export interface SpreadRun {
  readonly id: string;
  /** The id of the fire; null: only a place was given. */
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly state: SpreadState;
  /** 0–1. */
  readonly progress: number;
  readonly inputs: SpreadInputs;
  /** null until it is done. */
  readonly result: SpreadResult | null;
  readonly failure: SpreadFailure | null;
  /** From its server's last heartbeat, a second ago; null: not queued. */
  readonly queue: SpreadQueuePlace | null;
  /** The user's full name. */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
}

/** The observations of a fire, and those by which the next forecast would be corrected. */
export interface FireObservations {
  /** The forecast that would be corrected; null: none. */
  readonly last: (Pick<SpreadRun, 'id' | 'requestedAt'> & Pick<SpreadInputs, 'begin'>) | null;
  /** By time. `fresh`: made since that forecast's start, and not known when it was requested. */
  readonly observations: readonly (SpreadObservation & { readonly fresh: boolean })[];
}

/** A run in a list. */
export type SpreadRunLine = Named<
  Pick<SpreadRun, 'id' | 'fireId' | 'gridNo' | 'state' | 'progress' | 'requestedBy' | 'requestedAt' | 'endedAt'>
> &
  Pick<SpreadInputs, 'begin' | 'hours' | 'members'> & {
    readonly model: SpreadModel;
    /** True if the run is corrected by observations. */
    readonly isCorrected: boolean;
    /**
     * The agreement with the observations so far, 0–1: Jaccard index of the areas, else the share of the places. null: unknown, or not
     * requested.
     */
    readonly agreement: number | null;
  };

/** A run as its readers see it. */
export type SpreadRunFile = Named<Omit<SpreadRun, 'failure'>> & {
  /** Why the run failed, with its text in the reader's language; null: it did not fail. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** null: nothing was observed in its hours, or the run is too old. */
  readonly error: SpreadError | null;
};

interface AboutRun {
  readonly fireId: string | null;
  readonly hours: number;
}
/** The number of observations that correct the run; absent: not corrected. */
interface Corrected {
  readonly seen?: number;
}
export interface SpreadPayloads {
  'spread.begun': AboutRun & Corrected & { readonly members: number };
  'spread.finished': AboutRun & Corrected & { readonly areaHectares: number };
  'spread.failed': AboutRun & { readonly failure: SpreadFailure };
  'spread.cancelled': AboutRun;
}

/**
 * The actor who finishes forecasts in the log. It is stored and read by officers on duty whatever language a browser shows, so it is always
 * Chinese.
 */
export const FORECASTER_NAME = '蔓延推演';

/** How long a forecast is stored, days: one season. The history of the fire still shows that it was made. */
export const SPREAD_RETENTION_DAYS = 180;

export const spreadObject = eventObject<SpreadPayloads, null>()({
  // Forecasts are stored in a table in addition to the log, as they were calculated.
  apply: null,
  keeping: {
    // Runs have their own table in addition to the log.
    'spread.begun': 'never',
    'spread.finished': 'never',
    'spread.failed': 'never',
    'spread.cancelled': 'never',
  },
});
