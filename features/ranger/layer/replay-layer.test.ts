import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer, MountedLayer } from '@lookout/map/layers/layer.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import { LabelCollection, PointPrimitiveCollection, PolylineCollection } from 'cesium';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mountReplay } from './replay-layer.ts';
import type { ReplayWay } from './way.ts';

// Cesium lets the page parse a label's font, and checks the classes of a material's values.
beforeAll(() => {
  const body = { appendChild: () => {}, removeChild: () => {} };
  const defaultView = { getComputedStyle: () => ({ getPropertyValue: () => '' }) };
  vi.stubGlobal('document', { createElement: () => ({ style: {} }), body, defaultView });
  for (const name of ['HTMLCanvasElement', 'HTMLImageElement', 'ImageBitmap', 'OffscreenCanvas']) vi.stubGlobal(name, class {});
});
afterAll(() => vi.unstubAllGlobals());

/** Two runs with a gap between them. */
const way: ReplayWay = {
  id: 'a',
  name: '扎西',
  colour: '#2dd4ff',
  seconds: [100, 110, 120, 1_000, 1_010],
  longitudes: [103, 103.001, 103.002, 103.01, 103.011],
  latitudes: [31, 31, 31, 31, 31],
};

function replayed() {
  const fake = fakeHost();
  const globe = {
    addLayer: (layer: Layer<unknown>): MountedLayer<unknown> => layer.mount(fake.host),
  } as unknown as Globe;
  const replay = mountReplay(globe, (name) => name);
  const lines = () => fake.primitives.find((one) => one instanceof PolylineCollection) as PolylineCollection;
  const materials = () => Array.from({ length: lines().length }, (_, at) => lines().get(at).material);
  return { ...fake, replay, lines, materials };
}

describe('the replay on the map', () => {
  it('draws runs and gaps, and updates how far each has been walked', () => {
    const { replay, frame, materials } = replayed();
    replay.set([way]);
    frame();
    replay.at(115);
    expect(materials().map(({ type, uniforms }) => [type, uniforms.done])).toEqual([
      ['LookoutReplayLine', 0.75],
      ['LookoutReplayLine', 0],
      ['PolylineDash', undefined],
    ]);
  });

  it('rebuilds its lines when the terrain has changed, each with a new material', () => {
    const { replay, frame, rest, materials } = replayed();
    replay.set([way]);
    replay.at(115);
    frame();
    rest({ west: 103, south: 31, east: 103.1, north: 31.1 }, 5_000);
    frame();
    expect(materials().map((material) => material.isDestroyed())).toEqual([false, false, false]);
    expect(materials()[0]?.uniforms.done).toBe(0.75);
    replay.at(120);
    expect(materials()[0]?.uniforms.done).toBe(1);
  });

  it('removes everything from the scene when destroyed', () => {
    const { replay, frame, primitives } = replayed();
    replay.set([way]);
    frame();
    expect(primitives.map((one) => (one as object).constructor)).toEqual([PointPrimitiveCollection, LabelCollection, PolylineCollection]);
    replay.destroy();
    expect(primitives).toEqual([]);
  });
});
