import { expect, it } from 'vitest';
import { anAlarm } from '../../entities/testing/builders.ts';
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
  const view = { setState: () => undefined };
  const desk = { focus: (alarm: { id: string } | null, open: boolean) => void calls.push(`${alarm?.id} ${open ? 'open' : 'waits'}`) };
  return { opener: createOpener(desk, room as never, view, 'fly-in'), calls, flights };
}

const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));

// Proves §9.5e
it('from the list with the camera far out: fly to 15,000 m, then open', async () => {
  const { opener, calls, flights } = aRoom(600_000);
  opener.open(anAlarm('smoke'), 'list');
  expect(calls).toEqual(['smoke-1 waits', 'fly 15000']);
  flights[0]?.('arrived');
  await settle();
  expect(calls.at(-1)).toBe('smoke-1 open');
});

it('from the list below 90,000 m, and from the map at any height: at once, the camera stays', () => {
  const near = aRoom(90_000);
  near.opener.open(anAlarm('smoke'), 'list');
  const far = aRoom(250_000);
  far.opener.open(anAlarm('smoke'), 'map');
  expect([near.calls, far.calls]).toEqual([['smoke-1 open'], ['smoke-1 open']]);
});

it('the last request wins: an alarm whose flight was superseded or cancelled does not open afterwards', async () => {
  const { opener, calls, flights } = aRoom(600_000);
  opener.open(anAlarm('smoke'), 'list');
  opener.open(anAlarm('report'), 'list');
  flights[0]?.('cancelled');
  flights[1]?.('arrived');
  await settle();
  expect(calls.filter((word) => word.endsWith('open'))).toEqual(['report-1 open']);
  opener.open(anAlarm('danger'), 'list');
  opener.close();
  flights[2]?.('arrived');
  await settle();
  expect(calls).not.toContain('danger-1 open');
});
