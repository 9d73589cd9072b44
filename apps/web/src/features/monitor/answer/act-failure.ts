// How an act on an alarm fails, as a person must hear it: who was first and what stands, or that the alarm is no longer there.
import { CallFailed } from '@lookout/client';
import type { WireAlarm } from '@lookout/contract';

export interface ActFailure {
  /** `conflict`: somebody was first. `gone`: deleted, or moved out of one's grid. `line`: no answer: it may or may not have arrived. */
  readonly why: 'conflict' | 'gone' | 'refused' | 'line';
  /** The server's words. */
  readonly message: string;
  /** After a conflict: the alarm as it stands. */
  readonly standing: WireAlarm | null;
}

const CONFLICT = 409;
const NOT_THERE = 404;

/** @throws what is no failed call */
export function readFailure(error: unknown): ActFailure {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome, message, fields } = error;
  if (outcome.kind !== 'error') return { why: outcome.kind === 'warning' ? 'refused' : 'line', message, standing: null };
  if (outcome.code === CONFLICT) return { why: 'conflict', message, standing: isAlarm(error.data) ? error.data : null };
  const faults = fields.map((fault) => fault.message).join('；');
  return { why: outcome.code === NOT_THERE ? 'gone' : 'refused', message: faults === '' ? message : faults, standing: null };
}

const isAlarm = (data: unknown): data is WireAlarm =>
  typeof data === 'object' && data !== null && 'id' in data && 'kind' in data && 'isReal' in data;
