// May a piece of news change what other sources say of the same place? Asked of live messages only: the server's list decides.
import type { LiveMessage, WireAlarm } from '@lookout/contract';
import { haversineMetres, SAME_PLACE_METRES, SAME_PLACE_MS } from '@lookout/domain';
import { instantOf } from '../../../globe/wire-time.ts';
import { alarmIn } from '../../../stores/alarm-records.ts';

type Said = Pick<WireAlarm, 'id' | 'longitude' | 'latitude' | 'observationDateTime'>;

/** Within 3 km and 24 h of each other. */
const isNear = (one: Said, other: Said): boolean =>
  one.id !== other.id &&
  Math.abs(instantOf(one.observationDateTime) - instantOf(other.observationDateTime)) <= SAME_PLACE_MS &&
  haversineMetres({ lng: one.longitude, lat: one.latitude }, { lng: other.longitude, lat: other.latitude }) <= SAME_PLACE_METRES;

/** @param known ids of the sources that are shown now: one of them may have changed, moved away or been deleted */
export function touchesSamePlace(messages: readonly LiveMessage[], alarm: Said, known: ReadonlySet<string>): boolean {
  return messages.some((message) => {
    const said = alarmIn(message);
    return said !== null && (known.has(said.id) || (!('deleted' in said) && isNear(alarm, said)));
  });
}
