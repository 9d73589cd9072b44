import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoomToBox } from './box-zoom.ts';
import { anglesOfPixel, pixelOfAngles } from './picture-angles.ts';

const VIEW = { panDegrees: 0, tiltDegrees: 0, horizontalFieldDegrees: 60, aspect: 16 / 9 };
const box = (fromU: number, fromV: number, toU: number, toV: number) => ({ from: { u: fromU, v: fromV }, to: { u: toU, v: toV } });

describe('box zoom', () => {
  it('a box of half of the picture around its centre gives the same direction and half the tangent of the field', () => {
    // 2·atan(tan 30° / 2)
    const zoomed = zoomToBox(VIEW, box(0.25, 0.25, 0.75, 0.75));
    expect([zoomed.panDegrees, zoomed.tiltDegrees]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)]);
    expect(zoomed.horizontalFieldDegrees).toBeCloseTo(32.204, 3);
  });

  it('a box of the right half turns 16.102° to the right, with the field that shows its nearer corners', () => {
    // After a turn by atan(tan 30° / 2), the left corners are at −0.28868 across and ±0.16901 up: 0.16901 · 16/9 = 0.30046 determines the
    // field.
    const zoomed = zoomToBox({ ...VIEW, panDegrees: 350 }, box(0.5, 0.25, 1, 0.75));
    expect(zoomed.panDegrees).toBeCloseTo(6.102, 3);
    expect([zoomed.turnPanDegrees, zoomed.turnTiltDegrees]).toEqual([expect.closeTo(16.102, 3), expect.closeTo(0, 9)]);
    expect(zoomed.horizontalFieldDegrees).toBeCloseTo(33.447, 3);
  });

  it('the height of a high and narrow box determines the field', () => {
    // 2·atan(tan 30°): as high as the picture.
    expect(zoomToBox(VIEW, box(0.4, 0, 0.6, 1)).horizontalFieldDegrees).toBeCloseTo(60, 6);
  });

  it('a box drawn to the left zooms out: the present picture gets the size of the box', () => {
    // 2·atan(tan 30° / 0.5), 2·atan(tan 5° / 0.25)
    expect(zoomToBox(VIEW, box(0.75, 0.75, 0.25, 0.25)).horizontalFieldDegrees).toBeCloseTo(98.213, 3);
    const out = zoomToBox({ ...VIEW, horizontalFieldDegrees: 10 }, box(0.625, 0.6, 0.375, 0.4));
    expect(out.horizontalFieldDegrees).toBeCloseTo(38.575, 3);
  });

  it('the view shows the whole box with its centre in the middle, from any direction', () => {
    const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });
    const views = fc.record({
      panDegrees: fc.double({ min: 0, max: 359, noNaN: true }),
      tiltDegrees: fc.double({ min: -60, max: 30, noNaN: true }),
      horizontalFieldDegrees: fc.double({ min: 2, max: 70, noNaN: true }),
      aspect: fc.constantFrom(16 / 9, 4 / 3),
    });
    fc.assert(
      fc.property(views, share, share, share, share, (view, u1, v1, u2, v2) => {
        const drawn = box(Math.min(u1, u2), v1, Math.max(u1, u2) + 0.01, v2);
        const zoomed = { ...view, ...zoomToBox(view, drawn) };
        const at = (u: number, v: number) => pixelOfAngles(zoomed, anglesOfPixel(view, { u, v }));
        const centre = at((drawn.from.u + drawn.to.u) / 2, (drawn.from.v + drawn.to.v) / 2);
        expect([centre?.u, centre?.v]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.5, 6)]);
        const corners = [drawn.from.u, drawn.to.u].flatMap((u) => [drawn.from.v, drawn.to.v].map((v) => at(u, v)));
        expect(corners).not.toContain(null);
      }),
    );
  });
});
