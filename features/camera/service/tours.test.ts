import { expect, it } from 'vitest';
import type { HeadState } from '../camera-heads.store.ts';
import { tourPaused, tourStarted, tourSteered, tourStepped } from './tours.ts';

const at = (seconds: number) => new Date(1_000_000 + seconds * 1000);
const UNUSED: HeadState = { lock: null, tour: null, pauseMs: 120_000 };
const STOPS = [1, 2].map((preset) => ({ preset, seconds: 10 }));

/** Performs all steps that are due until this time, as the server does. @returns the presets visited */
function goRound(head: HeadState, until: Date): { readonly visited: number[]; readonly head: HeadState } {
  const visited: number[] = [];
  let now = head;
  while (now.tour?.dueAt && now.tour.dueAt <= until) {
    const { stop, tour } = tourStepped(now.tour, now.tour.dueAt);
    if (stop) visited.push(stop.preset);
    now = { ...now, tour };
  }
  return { visited, head: now };
}

it('visits its presets in turn, each for its time, until it is paused', () => {
  const { visited, head } = goRound(tourStarted(UNUSED, 'c', STOPS, at(0)), at(25));
  expect(visited).toEqual([1, 2, 1]);
  const paused = tourPaused(head);
  expect([paused.tour?.dueAt, goRound(paused, at(1_000)).visited]).toEqual([null, []]);
  expect(tourPaused(UNUSED)).toBe(UNUSED);
});

it('pauses while an officer steers, and resumes after the configured pause', () => {
  const { head } = goRound(tourStarted(UNUSED, 'c', STOPS, at(0)), at(1));
  const steered = tourSteered(tourSteered(head, at(1)), at(90));
  expect(goRound(steered, at(209)).visited).toEqual([]);
  expect(goRound(steered, at(210)).visited).toEqual([2]);
});

it('steering does not start a tour that is not running, and a tour without presets ends', () => {
  const paused = tourPaused(tourStarted(UNUSED, 'c', STOPS, at(0)));
  expect(tourSteered(paused, at(5))).toBe(paused);
  expect(tourSteered(UNUSED, at(5))).toBe(UNUSED);
  expect(goRound(tourStarted(UNUSED, 'c', [], at(0)), at(5)).head.tour?.dueAt).toBeNull();
});
