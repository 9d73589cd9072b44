// The rules of admission: an alarm must be inside the grid, inside the sender's grid, and not in the future. Without I/O, so that a worker
// thread can apply them to a file.
import type { ErrorCode } from '@lookout/contract';
import { FUTURE_TOLERANCE_MS, type GridNo, ok, positionFault, type Result, refuse, withinSendersGrid } from '@lookout/domain';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { AlarmFacts, LocatedObservation, Observation } from '../alarm.ts';

export interface Sender {
  /** The grid of the sending camera or account, for the county rule; null: none. */
  readonly grid: GridNo | null;
  /** Positions outside this grid are refused; null for a feed key, which is accepted from anywhere. */
  readonly heldTo: GridNo | null;
}

/** Why an observation does not become an alarm: codes of the error catalogue. */
export type AdmissionRefusal = Extract<ErrorCode, 'outside-china' | 'outside-senders-grid' | 'in-the-future' | 'position-zero'>;

/** @returns the observation with its place in the grid, or why it does not become an alarm */
export function admitted<F extends AlarmFacts>(
  observation: Observation<F>,
  sender: Sender,
  arrivedAt: Date,
  { locateObservation }: Pick<Gazetteer, 'locateObservation'>,
): Result<LocatedObservation<F>, AdmissionRefusal> {
  if (observation.observedAt.getTime() > arrivedAt.getTime() + FUTURE_TOLERANCE_MS) return refuse('in-the-future');
  if (positionFault(observation.position) === 'zero') return refuse('position-zero');
  const at = locateObservation(observation, sender.grid);
  if (!at.ok) return at;
  return withinSendersGrid(sender.heldTo, at.value.gridNo) ? ok(at.value) : refuse('outside-senders-grid');
}
