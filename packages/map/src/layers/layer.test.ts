import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EVERY_HEIGHT, MARKER_BAND } from '../bands.ts';
import { createLayerHost, type Layer, type SceneHost } from './layer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A change is the number of milliseconds for which its frame may wait. */
const layer = (heights = EVERY_HEIGHT): Layer<number> => ({
  id: 'one',
  heights,
  mount: () => ({ apply: () => undefined, patienceMs: (change) => change, show: () => undefined, destroy: () => undefined }),
});

function aHost(cameraHeight = 1_000) {
  const drawing = new Set<() => void>();
  const requestFrame = vi.fn();
  const host = createLayerHost(
    {
      requestFrame,
      onFrame: (run: () => void) => {
        drawing.add(run);
        return () => drawing.delete(run);
      },
    } as unknown as SceneHost,
    () => cameraHeight,
  );
  return {
    host,
    requestFrame,
    draw: () => {
      for (const run of drawing) run();
    },
  };
}

it('a change is drawn at once unless its frame may wait; one frame then serves all waiting changes, at the shortest wait', () => {
  const { host, requestFrame } = aHost();
  const { apply } = host.add(layer());
  requestFrame.mockClear();
  apply(0);
  expect(requestFrame).toHaveBeenCalledTimes(1);
  for (const patience of [2_000, 1_000, 5_000, Number.POSITIVE_INFINITY]) apply(patience);
  vi.advanceTimersByTime(999);
  expect(requestFrame).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(requestFrame).toHaveBeenCalledTimes(2);
});

it('a frame drawn meanwhile shows the waiting changes, and later changes start a new wait', () => {
  const { host, requestFrame, draw } = aHost();
  const { apply } = host.add(layer());
  apply(1_000);
  requestFrame.mockClear();
  vi.advanceTimersByTime(900);
  draw();
  vi.advanceTimersByTime(50);
  apply(1_000);
  vi.advanceTimersByTime(999);
  expect(requestFrame).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(requestFrame).toHaveBeenCalledTimes(1);
});

it('a hidden layer requests no frame; when it is shown again, it does', () => {
  const { host, requestFrame } = aHost(MARKER_BAND.toMetres + 1);
  const added = host.add(layer(MARKER_BAND));
  added.apply(0);
  expect(requestFrame).not.toHaveBeenCalled();
  host.cross(MARKER_BAND.toMetres);
  expect(requestFrame).toHaveBeenCalledTimes(1);
  added.apply(0);
  expect(requestFrame).toHaveBeenCalledTimes(2);
  host.destroy();
  vi.runAllTimers();
  expect(requestFrame).toHaveBeenCalledTimes(2);
});
