// Are people safe, on the globe: a ring around each ranger before a fire, and the way out of the one that was chosen.
import type { PersonSafety } from '@lookout/domain';
import type { EscapeWayMark, PersonSafetyMark } from '@lookout/map';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { rangerRecords } from '../../entities/ranger/ranger-records.ts';
import { type SafetyMessages, safetyEn, safetyZh } from '../../entities/safety/messages.ts';
import { safetyRecords } from '../../entities/safety/safety-records.ts';
import { wayOutText } from '../../entities/safety/safety-text.ts';
import { lookOf, marginMinutesAt, mostUrgent } from '../../entities/safety/safety-view.ts';
import { MONITOR, monitorPageAt } from '../../shared/ShowOnMap.tsx';
import { perSession, useServices } from '../../shared/services.ts';
import { SAFETY_COLOURS } from '../../shared/tokens.ts';
import { liveRangersOf } from '../markers/markers-part.ts';
import type { GlobePart } from '../part.ts';
import { flyOver } from '../travel/travel-part.ts';
import { useGlobeRoom } from '../use-globe-room.ts';

interface Chosen {
  /** Whose way out is drawn (`PersonSafety.id`); null: nobody's. */
  readonly id: string | null;
}

const chosenOf = perSession(() => createStore<Chosen>(() => ({ id: null })));

type Position = PersonSafety['position'];

/** @param position where he is now, which may be newer than what his margin was worked out for; null: he has no mark */
export function markOfPerson(person: PersonSafety, position: Position, now: number, messages: SafetyMessages): PersonSafetyMark | null {
  const look = lookOf(person);
  if (look === null) return null;
  const margin = marginMinutesAt(person, now);
  const words = look === 'lost-contact' || margin === null ? messages.looks[look] : messages.margin(margin);
  return { userId: person.userId, ...position, look, label: person.alarm === null ? null : `${person.fullName} ${words}` };
}

/** null: he has none. */
export function escapeMark(person: PersonSafety | undefined, messages: SafetyMessages): EscapeWayMark | null {
  if (person === undefined || person.escape === null) return null;
  return { path: person.escape.path, text: wayOutText(person, messages) ?? '' };
}

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
  // Thousands of rangers move, and few of them are before a fire: the rings are drawn again only where one of theirs changed.
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
  /** Whose way out is drawn (`PersonSafety.id`); null: nobody's. */
  readonly shown: string | null;
  /** Draws it and flies there; from a page without the monitor's map it goes to the monitor. */
  readonly show: (person: Pick<PersonSafety, 'id' | 'position' | 'escape'>) => void;
  readonly clear: () => void;
}

export function useWaysOut(): WaysOut {
  const store = chosenOf(useServices());
  const room = useGlobeRoom();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useStore(store, ({ id }) => id);
  const acts = useMemo(
    (): Omit<WaysOut, 'shown'> => ({
      show: ({ id, position, escape }) => {
        store.setState({ id });
        if (pathname !== MONITOR) return void navigate(monitorPageAt(position));
        flyOver(room, [position, ...(escape?.path ?? [])]);
      },
      clear: () => store.setState({ id: null }),
    }),
    [store, room, navigate, pathname],
  );
  return { shown, ...acts };
}
