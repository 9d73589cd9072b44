// Personnel safety on the globe: a ring around each ranger near a fire, and the escape route of the chosen one.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { SAFETY_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import { liveRangersOf } from '../../resource/parts/markers-part.ts';
import { flyOver } from '../../travel/parts/travel-part.ts';
import type { PersonSafetyMark } from '../layer/people-safety.ts';
import type { PersonSafety } from '../safety.ts';
import { safetyEn, safetyZh } from './messages.ts';
import { escapeMark, markOfPerson } from './safety-marks.ts';
import { safetyRecords } from './safety-records.ts';
import { mostUrgent } from './safety-view.ts';

interface Chosen {
  /** The person whose escape route is drawn (`PersonSafety.id`); null: none. */
  readonly id: string | null;
}

const chosenOf = perSession(() => createStore<Chosen>(() => ({ id: null })));

export const peopleSafety: GlobePart = ({ map, globe, services, now, everyMinute }) => {
  const messages = { zh: safetyZh, en: safetyEn }[globe.language];
  const layer = map.mountPeopleSafety(globe, SAFETY_COLOURS);
  const [people, rangers, live, chosen] = [
    services.records(safetyRecords),
    services.records(rangerRecords),
    liveRangersOf(services),
    chosenOf(services),
  ];
  const marksNow = (): readonly PersonSafetyMark[] =>
    live.getState().areHidden
      ? []
      : mostUrgent(people.list()).flatMap(
          (person) => markOfPerson(person, rangers.get(person.userId)?.last?.position ?? person.position, now(), messages) ?? [],
        );
  // Thousands of rangers move, and few of them are near a fire: the rings are redrawn only when one of those changed.
  let drawn = '';
  const draw = () => {
    const marks = marksNow();
    const key = JSON.stringify(marks);
    if (key === drawn) return;
    drawn = key;
    layer.set(marks);
  };
  const drawWay = () => {
    const { id } = chosen.getState();
    layer.setWay(id === null ? null : escapeMark(people.get(id), messages));
  };
  draw();
  drawWay();
  everyMinute(draw);
  const stops = [
    people.subscribe(() => {
      draw();
      drawWay();
    }),
    rangers.subscribe(draw),
    live.subscribe(draw),
    chosen.subscribe(drawWay),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

interface WaysOut {
  /** The person whose escape route is drawn (`PersonSafety.id`); null: none. */
  readonly shown: string | null;
  /** Draws the escape route and flies there; from a page without a globe, opens the monitor. */
  readonly show: (person: Pick<PersonSafety, 'id' | 'position' | 'escape'>) => void;
  readonly clear: () => void;
}

export function useWaysOut(): WaysOut {
  const store = chosenOf(useServices());
  const room = useGlobeRoom();
  const navigate = useNavigate();
  const shown = useStore(store, ({ id }) => id);
  const acts = useMemo(
    (): Omit<WaysOut, 'shown'> => ({
      show: ({ id, position, escape: wayOut }) => {
        store.setState({ id });
        // Connected means that the current page shows the globe: the monitor, the decision page, or a replay.
        if (!room.element.isConnected) return void navigate(monitorPageAt(position));
        flyOver(room, [position, ...(wayOut?.path ?? [])]);
      },
      clear: () => store.setState({ id: null }),
    }),
    [store, room, navigate],
  );
  return { shown, ...acts };
}
