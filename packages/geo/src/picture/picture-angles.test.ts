import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelAzimuthDegrees } from '../ray/sight.ts';
import { anglesOfPixel, type PictureView, pixelOfAngles, pointAt, verticalFieldDegrees } from './picture-angles.ts';

const view = (overrides: Partial<PictureView> = {}): PictureView => ({
  panDegrees: 0,
  tiltDegrees: 0,
  horizontalFieldDegrees: 60,
  aspect: 16 / 9,
  ...overrides,
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const views = fc.record({
  panDegrees: fc.double({ min: -180, max: 540, noNaN: true }),
  tiltDegrees: fc.double({ min: -89, max: 89, noNaN: true }),
  horizontalFieldDegrees: fc.double({ min: 0.5, max: 120, noNaN: true }),
  aspect: fc.constantFrom(16 / 9, 4 / 3, 1, 1.25),
});
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** East, north, up. */
const unit = ({ panDegrees: pan, tiltDegrees: tilt }: { panDegrees: number; tiltDegrees: number }) => [
  Math.sin(radians(pan)) * Math.cos(radians(tilt)),
  Math.cos(radians(pan)) * Math.cos(radians(tilt)),
  Math.sin(radians(tilt)),
];
const angleBetween = (a: number[], b: number[]) =>
  (2 * Math.asin(Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0))) / 2) * 180) / Math.PI;

describe('the direction of a pixel', () => {
  it('the direction at tilt 0 follows the tangent: u = 0.75 of 60° is 16.102° to the right', () => {
    expect(anglesOfPixel(view(), { u: 0.75, v: 0.5 })).toEqual({
      panDegrees: expect.closeTo(16.102, 3),
      tiltDegrees: expect.closeTo(0, 9),
    });
    expect(anglesOfPixel(view({ panDegrees: 350 }), { u: 1, v: 0.5 }).panDegrees).toBeCloseTo(20, 9);
    expect(anglesOfPixel(view({ panDegrees: 123 }), { u: 0.3, v: 0.5 }).panDegrees).toBeCloseTo(pixelAzimuthDegrees(123, 0.3, 60), 9);
  });

  it('the centre has the camera’s direction, and the upper and lower edge are half the vertical field away', () => {
    const tilted = view({ panDegrees: 77, tiltDegrees: -12 });
    expect(anglesOfPixel(tilted, { u: 0.5, v: 0.5 })).toEqual({ panDegrees: expect.closeTo(77, 9), tiltDegrees: expect.closeTo(-12, 9) });
    const half = verticalFieldDegrees(tilted) / 2;
    expect(half).toBeCloseTo((Math.atan((Math.tan(radians(30)) * 9) / 16) * 180) / Math.PI, 9);
    expect(anglesOfPixel(tilted, { u: 0.5, v: 0 }).tiltDegrees).toBeCloseTo(-12 + half, 9);
    expect(anglesOfPixel(tilted, { u: 0.5, v: 1 }).tiltDegrees).toBeCloseTo(-12 - half, 9);
  });

  it('the direction depends on the tilt: at 60° down the right edge of a 60° field is 49.107° to the side and 48.590° down', () => {
    // atan(tan 30° / cos 60°), atan(sin 60° / hypot(tan 30°, cos 60°)).
    const { panDegrees, tiltDegrees } = anglesOfPixel(view({ tiltDegrees: -60 }), { u: 1, v: 0.5 });
    expect(panDegrees).toBeCloseTo(49.107, 3);
    expect(tiltDegrees).toBeCloseTo(-48.59, 3);
  });

  it('the direction may be beyond the zenith, where the picture shows what is behind', () => {
    const { panDegrees, tiltDegrees } = anglesOfPixel(view({ tiltDegrees: 89 }), { u: 0.5, v: 0 });
    expect(panDegrees).toBeCloseTo(180, 9);
    expect(tiltDegrees).toBeCloseTo(180 - 89 - verticalFieldDegrees(view()) / 2, 9);
  });

  it('directions preserve angles between pixels at any pan and tilt', () => {
    fc.assert(
      fc.property(views, share, share, share, share, (camera, u1, v1, u2, v2) => {
        const level = { ...camera, panDegrees: 0, tiltDegrees: 0 };
        const apart = (at: PictureView) =>
          angleBetween(unit(anglesOfPixel(at, { u: u1, v: v1 })), unit(anglesOfPixel(at, { u: u2, v: v2 })));
        expect(apart(camera)).toBeCloseTo(apart(level), 6);
      }),
    );
  });
});

describe('the pixel of a direction', () => {
  it('the pixel is the inverse of the direction of a pixel', () => {
    fc.assert(
      fc.property(views, share, share, (camera, u, v) => {
        const back = pixelOfAngles(camera, anglesOfPixel(camera, { u, v }));
        expect(back?.u).toBeCloseTo(u, 6);
        expect(back?.v).toBeCloseTo(v, 6);
      }),
      { numRuns: 500 },
    );
  });

  it('the pixel is null behind the camera and outside the picture', () => {
    const camera = view({ panDegrees: 90, tiltDegrees: -10 });
    const at = (panDegrees: number, tiltDegrees: number) => pixelOfAngles(camera, { panDegrees, tiltDegrees });
    expect(at(90, -10)).toEqual({ u: expect.closeTo(0.5, 9), v: expect.closeTo(0.5, 9) });
    expect(at(-270, -10)?.u).toBeCloseTo(0.5, 9);
    expect(at(270, 10)).toBeNull();
    expect(at(270, -10)).toBeNull();
    expect(at(125, -10)).toBeNull();
    expect(at(90, 12)).toBeNull();
    expect(at(90, 5)?.v).toBeLessThan(0.5);
    expect(at(100, -10)?.u).toBeGreaterThan(0.5);
    expect(at(Number.NaN, 0)).toBeNull();
  });
});

describe('pointing at a pixel', () => {
  it('the pixel is brought to the centre', () => {
    fc.assert(
      fc.property(views, share, share, (camera, u, v) => {
        const { panDegrees, tiltDegrees } = pointAt(camera, { u, v });
        const after = pixelOfAngles({ ...camera, panDegrees, tiltDegrees }, anglesOfPixel(camera, { u, v }));
        expect(after?.u).toBeCloseTo(0.5, 6);
        expect(after?.v).toBeCloseTo(0.5, 6);
      }),
    );
  });

  it('the turn goes the shortest way across north', () => {
    const turned = pointAt(view({ panDegrees: 350, tiltDegrees: -5 }), { u: 1, v: 0.5 });
    expect(turned.panDegrees).toBeCloseTo(20.09, 1);
    expect(turned.turnPanDegrees).toBeCloseTo(30.09, 1);
    expect(turned.turnTiltDegrees).toBeGreaterThan(0);
    expect(pointAt(view({ panDegrees: 10 }), { u: 0, v: 0.5 }).turnPanDegrees).toBeCloseTo(-30, 9);
  });
});
