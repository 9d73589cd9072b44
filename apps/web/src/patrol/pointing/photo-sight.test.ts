import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isOldPhoto, photoSight } from './photo-sight.ts';
import { readExif } from './read-exif.ts';

/** A photo with the GPS fields that a phone writes. */
async function photo(gps: Readonly<Record<string, string>>): Promise<Blob> {
  const taken = { DateTimeOriginal: '2026:11:29 17:30:00' };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#553311' } })
    .withExif({ IFD2: taken, IFD3: gps })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}
const HERE = { GPSLatitudeRef: 'N', GPSLatitude: '31/1 28/1 48/1', GPSLongitudeRef: 'E', GPSLongitude: '103/1 35/1 24/1' };
const read = async (gps: Readonly<Record<string, string>>) => photoSight(await readExif(await photo(gps)));

describe('a photo', () => {
  it('has a place, a time, and a direction with its north reference', async () => {
    const sight = await read({ ...HERE, GPSImgDirectionRef: 'M', GPSImgDirection: '12345/100' });
    expect(sight).toMatchObject({ directionDegrees: 123.45, north: 'magnetic', takenAt: new Date(2026, 10, 29, 17, 30).getTime() });
    expect(sight.position?.lng).toBeCloseTo(103.59, 6);
    expect(sight.position?.lat).toBeCloseTo(31.48, 6);
    expect(await read({ ...HERE, GPSImgDirectionRef: 'T', GPSImgDirection: '360/1' })).toMatchObject({
      directionDegrees: 0,
      north: 'true',
    });
  });

  it('may have a place and no direction, a direction without its north reference, or no data at all', async () => {
    expect(await read(HERE)).toMatchObject({ directionDegrees: null, north: null });
    expect(await read({ GPSImgDirection: '90/1' })).toMatchObject({ directionDegrees: 90, north: null, position: null });
    expect(photoSight(await readExif(new Blob(['no picture'])))).toEqual({
      directionDegrees: null,
      north: null,
      position: null,
      takenAt: null,
    });
  });

  it('with impossible values is treated as having none', () => {
    expect(photoSight({ GPSImgDirection: 400, latitude: 91, longitude: 103, DateTimeOriginal: 'yesterday' })).toEqual({
      directionDegrees: null,
      north: null,
      position: null,
      takenAt: null,
    });
    expect(photoSight({ latitude: 0, longitude: 0 }).position).toBeNull();
    expect(photoSight({ GPSImgDirection: Number.NaN }).directionDegrees).toBeNull();
  });

  it('more than a day old gives no current sight', () => {
    const now = Date.parse('2026-11-29T10:00:00Z');
    expect(isOldPhoto({ takenAt: now - 86_400_001 }, now)).toBe(true);
    expect(isOldPhoto({ takenAt: now - 86_000_000 }, now)).toBe(false);
    expect(isOldPhoto({ takenAt: null }, now)).toBe(false);
  });
});
