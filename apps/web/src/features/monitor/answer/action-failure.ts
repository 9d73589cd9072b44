// How an action fails, as a person must hear it: who was first and what stands, or that the alarm is no longer there.
import { CallFailed } from '@lookout/client';
import type { NamedAlarm } from '@lookout/domain';
import { marks } from '../../../shared/text/marks.ts';

export interface ActionFailure {
  /** `conflict`: somebody was first. `gone`: deleted, or moved out of one's grid. `line`: no answer: it may or may not have arrived. */
  readonly why: 'conflict' | 'gone' | 'refused' | 'line';
  /** The server's words. */
  readonly message: string;
  /** After a conflict: the alarm as it stands. */
  readonly standing: NamedAlarm | null;
}

const CONFLICT = 409;
const NOT_THERE = 404;

/** @throws what is no failed call */
export function readFailure(error: unknown): ActionFailure {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome, message, fields } = error;
  if (outcome.kind !== 'error') return { why: outcome.kind === 'warning' ? 'refused' : 'line', message, standing: null };
  // Every call about an alarm tells the alarm that stands (contract, `readsStanding`).
  if (outcome.code === CONFLICT) return { why: 'conflict', message, standing: error.data as NamedAlarm | null };
  const faults = fields.map((fault) => fault.message).join(marks().semicolon);
  return { why: outcome.code === NOT_THERE ? 'gone' : 'refused', message: faults === '' ? message : faults, standing: null };
}
