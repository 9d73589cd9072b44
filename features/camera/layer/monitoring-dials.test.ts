import { isWithin, SCAN_SECTOR_DEGREES } from '@lookout/map/bands.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDial, dialLayer, scanHeadingAt, untilNextStep } from './monitoring-dials.ts';

// Cesium checks the classes of a material's values.
beforeAll(() => {
  for (const name of ['HTMLCanvasElement', 'HTMLImageElement', 'ImageBitmap', 'OffscreenCanvas']) vi.stubGlobal(name, class {});
});
afterAll(() => vi.unstubAllGlobals());

describe('the scan sector', () => {
  // Proves §9.7c
  it('the sector advances by 2 degrees every 4 s, full circle; untilNextStep returns the time to the next step', () => {
    expect([0, 3999, 4000, 8000, 179 * 4000, 180 * 4000].map(scanHeadingAt)).toEqual([0, 0, 2, 4, 358, 0]);
    expect([0, 1, 3999, 4000].map(untilNextStep)).toEqual([4000, 3999, 1, 4000]);
  });

  // Proves §9.7b, §9.7c
  it('the sector is 13 degrees wide, and the inner circle is 3,000 of 5,000 m', () => {
    const { uniforms } = createDial().material;
    expect(uniforms.spread).toBeCloseTo((SCAN_SECTOR_DEGREES * Math.PI) / 180, 12);
    expect([SCAN_SECTOR_DEGREES, uniforms.inner]).toEqual([13, 0.6]);
  });
});

describe('dials around monitoring points', () => {
  const HERE = { west: 103, south: 31, east: 104, north: 31.6 };
  const ELSEWHERE = { west: 110, south: 31, east: 111, north: 31.6 };
  const inView = { id: 'a', lng: 103.5, lat: 31.3 };
  const far = { id: 'b', lng: 110.5, lat: 31.3 };

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function shown() {
    const fake = fakeHost(HERE);
    const layer = dialLayer().mount(fake.host);
    layer.show(true);
    layer.apply({ upserts: [inView, far], removals: [] });
    vi.advanceTimersByTime(200);
    return { ...fake, layer };
  }

  it('dials show below 70,000 m, where monitoring points are drawn individually', () => {
    const { heights } = dialLayer();
    expect([100, 69_999, 70_000].map((height) => isWithin(height, heights))).toEqual([true, true, false]);
  });

  it('only dials in view are drawn; a point that enters the view gets one, a point that leaves it loses it', () => {
    const { groundPrimitives, rest } = shown();
    expect(groundPrimitives).toHaveLength(1);
    const [first] = groundPrimitives;
    rest(ELSEWHERE, 30_000);
    expect(groundPrimitives).toHaveLength(1);
    expect(groundPrimitives[0]).not.toBe(first);
  });

  it('a frame is requested every four seconds and not more often', () => {
    const { frames } = shown();
    const before = frames();
    vi.advanceTimersByTime(3_700);
    expect(frames() - before).toBe(0);
    vi.advanceTimersByTime(40_000);
    expect(frames() - before).toBe(10);
  });

  it.each([
    ['hidden', (shownLayer: ReturnType<typeof shown>) => shownLayer.layer.show(false)],
    ['the sector is off', (shownLayer: ReturnType<typeof shown>) => shownLayer.layer.apply({ parts: { circles: true, sectors: false } })],
    [
      'no tower is in view',
      (shownLayer: ReturnType<typeof shown>) => shownLayer.rest({ west: 80, south: 31, east: 81, north: 31.6 }, 30_000),
    ],
    ['the tower is gone', (shownLayer: ReturnType<typeof shown>) => shownLayer.layer.apply({ upserts: [], removals: ['a', 'b'] })],
    ['the globe was taken down', (shownLayer: ReturnType<typeof shown>) => shownLayer.layer.destroy()],
  ])('nothing moves when %s', (_, act) => {
    const one = shown();
    act(one);
    vi.advanceTimersByTime(500);
    const before = one.frames();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(one.frames()).toBe(before);
  });

  it('without circles and sector nothing is drawn', () => {
    const { layer, groundPrimitives } = shown();
    layer.apply({ parts: { circles: false, sectors: false } });
    expect(groundPrimitives).toEqual([]);
  });
});
