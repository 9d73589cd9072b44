import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EVERY_HEIGHT, MARKER_BAND } from '../bands.ts';
import { createLayerHost, type Layer, type SceneHost } from './layer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A change is how long its frame may wait. */
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

it('a change is drawn at once, unless its frame may wait; then once for all that wait, by the least patient', () => {
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

it('a frame that is drawn meanwhile shows what waits, and what comes after it waits anew', () => {
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

it('what is not shown asks for no frame; shown again, it does', () => {
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
