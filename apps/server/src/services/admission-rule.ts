// Who may raise which alarm: placed in the grid, held to the sender's grid, not in the future. Without I/O, so that a worker thread may judge a
// file by it.
import {
  type AlarmFacts,
  FUTURE_TOLERANCE_MS,
  type GridNo,
  type Observation,
  ok,
  type PlacedObservation,
  type Result,
  refuse,
  withinSendersGrid,
} from '@lookout/domain';
import type { Places } from './places.ts';

export interface Sender {
  /** The grid of the camera or account that speaks, for the county rule; null: none. */
  readonly grid: GridNo | null;
  /** Positions outside this grid are refused; null for a feed key, which is accepted from anywhere. */
  readonly heldTo: GridNo | null;
}

/** Why an observation is no alarm; said in Chinese by `refusalWords`. */
export type AdmissionRefusal = 'outside-china' | 'outside-senders-grid' | 'in-the-future';

export const refusalWords = {
  'outside-china': '位置在中国境外',
  'outside-senders-grid': '位置不在您的网格范围内',
  'in-the-future': '时间在未来',
} as const satisfies Record<AdmissionRefusal, string>;

/** @returns the observation with its place in the grid, or why it is no alarm */
export function judged<F extends AlarmFacts>(
  observation: Observation<F>,
  sender: Sender,
  arrivedAt: Date,
  { place }: Pick<Places, 'place'>,
): Result<PlacedObservation<F>, AdmissionRefusal> {
  if (observation.observedAt.getTime() > arrivedAt.getTime() + FUTURE_TOLERANCE_MS) return refuse('in-the-future');
  const at = place(observation, sender.grid);
  if (!at.ok) return at;
  return withinSendersGrid(sender.heldTo, at.value.gridNo) ? ok(at.value) : refuse('outside-senders-grid');
}
