import { expect, it } from 'vitest';
import { anAlarm } from '../../testing/builders.ts';
import { createOpener } from './open-alarm.ts';

function aRoom(heightMetres: number) {
  const calls: string[] = [];
  const flights: Array<(end: 'arrived' | 'cancelled') => void> = [];
  const globe = {
    view: () => ({ heightMetres }),
    flyTo: ({ rangeMetres }: { rangeMetres: number }) => {
      calls.push(`fly ${rangeMetres}`);
      return new Promise((resolve) => flights.push(resolve));
    },
  };
  const map = {
    POPUP_FLY_IN_RANGE_METRES: 15_000,
    popupStepAt: (height: number) => (height > 90_000 ? 'fly-then-open' : 'open'),
  };
  const room = { state: () => ({ kind: 'ready', globe, map, terrain: null }) };
  const view = {
    setState: ({ approached }: { approached?: { id: string } | null }) => {
      if (approached !== undefined) calls.push(approached === null ? 'arrived' : `approaches ${approached.id}`);
    },
  };
  const desk = { focus: (alarm: { id: string } | null, open: boolean) => void calls.push(`${alarm?.id} ${open ? 'open' : 'closed'}`) };
  return { opener: createOpener(desk, room as never, view as never, 'fly-in'), calls, flights };
}

const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));

// Proves §9.5e
it('from the list with a high camera: the details are shown at once, and the camera flies to 15,000 m', async () => {
  const { opener, calls, flights } = aRoom(600_000);
  opener.open(anAlarm('smoke'), 'list');
  expect(calls.splice(0)).toEqual(['arrived', 'smoke-1 open', 'approaches smoke-1', 'fly 15000']);
  flights[0]?.('arrived');
  await settle();
  expect(calls).toEqual(['arrived']);
});

it('from the list below 90,000 m, and from the map at any height: the details are shown at once, and the camera does not move', () => {
  const near = aRoom(90_000);
  near.opener.open(anAlarm('smoke'), 'list');
  const far = aRoom(250_000);
  far.opener.open(anAlarm('smoke'), 'map');
  expect([near.calls, far.calls]).toEqual([
    ['arrived', 'smoke-1 open'],
    ['arrived', 'smoke-1 open'],
  ]);
});

it('the last request wins: the end of a superseded flight has no effect', async () => {
  const { opener, calls, flights } = aRoom(600_000);
  opener.open(anAlarm('smoke'), 'list');
  opener.open(anAlarm('report'), 'list');
  calls.splice(0);
  flights[0]?.('cancelled');
  await settle();
  expect(calls).toEqual([]);
  flights[1]?.('arrived');
  await settle();
  expect(calls.splice(0)).toEqual(['arrived']);
  opener.fly(anAlarm('danger'));
  opener.close();
  expect(calls.splice(0)).toEqual(['approaches danger-1', 'fly 15000', 'arrived', 'undefined closed']);
  flights[2]?.('arrived');
  await settle();
  expect(calls).toEqual([]);
});
