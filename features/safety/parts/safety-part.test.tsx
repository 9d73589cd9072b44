// The part of the globe that draws people near a fire, on a map that records its calls.

import { type Desk, openDesk } from '@lookout/web/app/testing/desk.tsx';
import type { PartContext } from '@lookout/web/globe/part.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aPerson } from '../../testing/builders.ts';
import type { EscapeWayMark, PersonSafetyMark } from '../layer/people-safety.ts';
import { peopleSafety, useWaysOut } from './safety-part.ts';
import { safetyRecords } from './safety-records.ts';

const person = aPerson('a');

function mountPart({ app }: Desk) {
  const drawn = { rings: [] as readonly PersonSafetyMark[], way: null as EscapeWayMark | null };
  const layer = {
    set: (rings: readonly PersonSafetyMark[]) => Object.assign(drawn, { rings }),
    setWay: (way: EscapeWayMark | null) => Object.assign(drawn, { way }),
  };
  const context = {
    map: { mountPeopleSafety: () => layer },
    globe: { language: 'zh' },
    services: app,
    now: () => person.checkedAt.getTime(),
    everyMinute: () => undefined,
  };
  return { drawn, end: peopleSafety(context as unknown as PartContext) };
}

function WayOut() {
  const { shown, show, clear } = useWaysOut();
  return (
    <button type="button" onClick={() => (shown === null ? show(person) : clear())}>
      {shown ?? '—'}
    </button>
  );
}

it("draws a ring around each person near a fire, and the chosen person's escape route until it is closed", async () => {
  const desk = openDesk();
  desk.app.records(safetyRecords).load([person, aPerson('b', { class: 'not-threatened', alarm: null })], 1);
  const { drawn, end } = mountPart(desk);
  expect(drawn.rings.map(({ userId, look }) => [userId, look])).toEqual([[person.userId, 'alarm']]);
  expect(drawn.way).toBeNull();
  desk.showAlone(<WayOut />);
  await desk.user.click(screen.getByRole('button'));
  expect(drawn.way?.path).toEqual(person.escape?.path);
  await desk.user.click(screen.getByRole('button', { name: person.id }));
  expect(drawn.way).toBeNull();
  end();
});
