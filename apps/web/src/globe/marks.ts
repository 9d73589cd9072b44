// From an alarm to what the map draws of it. Handled alarms have no mark, but a fire judged real lives on until it is closed.
import { type Alarm, isHandled, isInProgress, verdictOf } from '@lookout/domain';
import type { AlarmMark } from '@lookout/map';

/** In the queue, or a fire in progress: a marker of its own that no filter hides. */
export const isOnMap = ({ response }: Alarm): boolean => !isHandled(response) || isInProgress(response);

/** @returns null when the alarm has nothing to show on the map */
export function markOf(alarm: Alarm, isNew: boolean): AlarmMark | null {
  if (!isOnMap(alarm)) return null;
  const { id, position, gridNo, observedAt, arrivedAt, facts, response } = alarm;
  const { scanKilometres, trackKilometres } = facts.kind === 'satellite' ? facts : { scanKilometres: null, trackKilometres: null };
  return {
    id,
    kind: facts.kind,
    lng: position.lng,
    lat: position.lat,
    gridNo,
    ...(scanKilometres !== null && trackKilometres !== null && { footprint: { scanKilometres, trackKilometres } }),
    observedAt,
    arrivedAt,
    verdict: verdictOf(response),
    inProgress: isInProgress(response),
    isNew,
  };
}
