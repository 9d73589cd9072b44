import { CAPABILITIES } from '@lookout/domain';
import { expect, it } from 'vitest';
import { createGuide, guideStepsFor } from './guide.ts';
import { placeCard } from './place-card.ts';

const memory = () => {
  const stored = new Map<string, string>();
  return { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, text: string) => void stored.set(name, text) };
};

it('the guide has no step for an act the officer may not perform', () => {
  expect(guideStepsFor(new Set(CAPABILITIES)).map(({ id }) => id)).toEqual(['list', 'popup', 'camera', 'judge', 'dispatch', 'close']);
  expect(guideStepsFor(new Set(['watch-alarms'])).map(({ id }) => id)).toEqual(['list', 'popup']);
  expect(guideStepsFor(new Set(['report-as-ranger']))).toEqual([]);
});

it('the guide starts automatically once per account in a browser, whether skipped or finished, and again on request', () => {
  const storage = memory();
  const guide = createGuide(storage, 'aba');
  guide.begin();
  guide.goTo(3);
  guide.end();
  guide.begin();
  expect(guide.store.getState().isOpen).toBe(false);
  guide.begin('again');
  expect(guide.store.getState()).toEqual({ isOpen: true, at: 0 });
  const other = createGuide(storage, 'wenchuan');
  other.begin();
  expect(other.store.getState().isOpen).toBe(true);
});

const SIZE = { width: 340, height: 200 };
const ROOM = { left: 0, top: 56, right: 1366, bottom: 724 };

it('the card is placed next to its target, never over it or the popup, and inside the window', () => {
  const panel = { left: 1006, top: 56, right: 1366, bottom: 724 };
  expect(placeCard(SIZE, ROOM, panel, [panel])).toEqual({ left: 654, top: 68 });
  const popup = { left: 500, top: 100, right: 920, bottom: 600 };
  const button = { left: 520, top: 200, right: 580, bottom: 230 };
  expect(placeCard(SIZE, ROOM, button, [button, popup, panel])).toEqual({ left: 148, top: 100 });
  expect(placeCard(SIZE, ROOM, null, [])).toEqual({ left: 12, top: 512 });
});
