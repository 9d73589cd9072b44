import { describe, expect, it } from 'vitest';
import { DEMO_COVER, demoLandCover } from './demo-land-cover.ts';
import { demoRelief, STAGE } from './relief.ts';
import { slopeAt } from './slope.ts';
import { createSurface } from './surface.ts';

const surface = createSurface(demoRelief());
const coverAt = demoLandCover(surface.heightAt);
/** A part of the stage with a great river, villages and high ridges. */
const BOX = { west: 103.4, south: 31.4, east: 103.7, north: 31.7 };
const STEP = 0.002;

const sites = (() => {
  const found: { readonly lng: number; readonly lat: number; readonly cover: number; readonly height: number }[] = [];
  for (let lng = BOX.west; lng < BOX.east; lng += STEP)
    for (let lat = BOX.south; lat < BOX.north; lat += STEP)
      found.push({ lng, lat, cover: coverAt(lng, lat) ?? -1, height: surface.heightAt(lng, lat) ?? Number.NaN });
  return found;
})();
const heightsOf = (cover: number): number[] => sites.filter((site) => site.cover === cover).map(({ height }) => height);
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
const highest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

describe('the demo land cover', () => {
  it('every class occurs somewhere on the stage, and every place has a class', () => {
    const found = new Set<number | null>();
    for (let lng = STAGE.west; lng < STAGE.east; lng += 0.041)
      for (let lat = STAGE.south; lat < STAGE.north; lat += 0.043) found.add(coverAt(lng, lat));
    expect([...found].toSorted((a, b) => Number(a) - Number(b))).toEqual(Object.values(DEMO_COVER).toSorted((a, b) => a - b));
  });

  it('water is low and flat', () => {
    const water = sites.filter(({ cover }) => cover === DEMO_COVER.water);
    expect(water.length).toBeGreaterThan(20);
    for (const { lng, lat, height } of water) {
      expect(slopeAt(surface, { lng, lat })?.slopeDegrees).toBeLessThan(27);
      const around = [-0.012, 0.012].flatMap((d) => [surface.heightAt(lng + d, lat) ?? 0, surface.heightAt(lng, lat + d) ?? 0]);
      expect(highest(around)).toBeGreaterThan(height);
    }
    expect(meanOf(heightsOf(DEMO_COVER.water))).toBeLessThan(meanOf(sites.map(({ height }) => height)) - 300);
  });

  it('fields and houses are on gentle slopes', () => {
    for (const { lng, lat, cover } of sites)
      if (cover === DEMO_COVER.fields || cover === DEMO_COVER.builtUp)
        expect(slopeAt(surface, { lng, lat })?.slopeDegrees).toBeLessThan(20);
  });

  it('vegetation belts follow each other upwards: broadleaf, mixed, conifers, grass, bare, snow', () => {
    const { broadleaf, mixed, conifer } = DEMO_COVER;
    expect(meanOf(heightsOf(broadleaf))).toBeLessThan(meanOf(heightsOf(mixed)));
    expect(meanOf(heightsOf(mixed))).toBeLessThan(meanOf(heightsOf(conifer)));
    expect(highest(heightsOf(conifer))).toBeLessThan(4_300);
    expect(highest(heightsOf(broadleaf))).toBeLessThan(2_500);
    expect(lowest(heightsOf(DEMO_COVER.snow))).toBeGreaterThan(4_000);
  });

  it('conifers are more frequent on the shaded side than on the sunny one', () => {
    const facing = (isNorth: boolean) =>
      sites.filter(({ lng, lat, height }) => {
        const aspect = slopeAt(surface, { lng, lat })?.aspectDegrees ?? 90;
        return (
          height > 3_000 &&
          height < 3_700 &&
          Math.cos((aspect * Math.PI) / 180) > 0.7 === isNorth &&
          (isNorth || Math.cos((aspect * Math.PI) / 180) < -0.7)
        );
      });
    const share = (group: typeof sites): number => group.filter(({ cover }) => cover === DEMO_COVER.conifer).length / group.length;
    expect(share(facing(true))).toBeGreaterThan(share(facing(false)) + 0.3);
  });

  it('the cover is unknown where the height is', () => {
    expect(demoLandCover(() => null)(103, 31)).toBeNull();
  });
});
