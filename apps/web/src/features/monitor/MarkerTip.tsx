// What the pointer rests on: kind, place, age, and who has it, beside the marker.
import { verdictOf } from '@lookout/domain';
import { useEffect, useState } from 'react';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { useServices } from '../../shared/services.ts';
import { ageText } from '../../shared/time-text.ts';
import { RowTags } from './answer/RowTags.tsx';
import { useMessages } from './messages.ts';
import { placeWithin } from './place-within.ts';
import { SourceIcon } from './SourceIcon.tsx';
import { useDeskState } from './use-desk.ts';

interface Resting {
  readonly id: string;
  /** CSS pixels in the map. */
  readonly x: number;
  readonly y: number;
}

const BESIDE_PIXELS = 16;

export function MarkerTip() {
  const messages = useMessages();
  const room = useGlobeRoom();
  const alarms = useServices().records(alarmRecords);
  const now = useDeskState((state) => state.now);
  const openId = useDeskState((state) => (state.popupOpen ? state.current?.id : null));
  const [resting, setResting] = useState<Resting | null>(null);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick, x, y }) => {
        const isMark = gesture === 'hover' && (pick?.kind === 'alarm' || pick?.kind === 'fire');
        setResting(isMark ? { id: pick.id, x, y } : null);
      }),
    [room],
  );
  const alarm = resting && resting.id !== openId ? alarms.get(resting.id) : undefined;
  if (resting === null || alarm === undefined) return null;
  return (
    <div className="marker-tip panel stack" role="tooltip" style={{ left: resting.x + BESIDE_PIXELS, top: resting.y + BESIDE_PIXELS }}>
      <span className="row-line line">
        <SourceIcon kind={alarm.facts.kind} size={12} />
        {messages.alarm.kinds[alarm.facts.kind]}
        {verdictOf(alarm.response) === 'real' && <span className="tag" data-state="real">{`${messages.alarm.states.real}`}</span>}
        <span className="row-age tabular hint">{ageText(alarm.observedAt, now, messages.alarm.age)}</span>
      </span>
      <span className="row-line line">
        {alarm.gridName} {placeWithin(alarm)}
      </span>
      <span className="row-line line">
        <RowTags alarm={alarm} />
      </span>
    </div>
  );
}
