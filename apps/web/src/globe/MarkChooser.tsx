// Chooser for overlapping marks: a click lists them, and one is opened from the list.

import { alarmRecords } from '@lookout/features/alarm/parts/alarm-records.ts';
import { locationWithin } from '@lookout/features/alarm/parts/location-text.ts';
import type { PickedMark } from '@lookout/map';
import { useEffect, useState } from 'react';
import { useEscape } from '../shared/escape.ts';
import { useServices } from '../shared/services.ts';
import type { MarkChoice } from './choice.ts';
import { useGlobeMessages } from './messages.ts';
import { PointMenu } from './PointMenu.tsx';
import { useGlobeRoom } from './use-globe-room.ts';

export function MarkChooser() {
  const room = useGlobeRoom();
  const { chooser } = useGlobeMessages();
  const nameOf = useMarkName();
  const [choice, setChoice] = useState<MarkChoice | null>(null);
  useEffect(() => room.onChoice(setChoice), [room]);
  const close = () => setChoice(null);
  useEscape(choice !== null, close);
  if (choice === null) return null;
  const { marks, x, y, open } = choice;
  const items = marks.map((mark) => ({ key: `${mark.kind} ${mark.id}`, label: nameOf(mark), run: () => open(mark) }));
  return <PointMenu name={chooser.name} head={chooser.head(marks.length)} x={x} y={y} items={items} onClose={close} />;
}

function useMarkName(): (mark: PickedMark) => string {
  const { chooser } = useGlobeMessages();
  const alarms = useServices().records(alarmRecords);
  return ({ kind, id, label }) => {
    if (kind !== 'alarm' && kind !== 'fire') return [chooser.kinds[kind], label].filter(Boolean).join(' ');
    const alarm = alarms.get(id);
    if (alarm === undefined) return chooser.kinds[kind];
    return [chooser.alarmKinds[alarm.facts.kind], alarm.gridName, locationWithin(alarm)].filter(Boolean).join(' ');
  };
}
