import { expect, it } from 'vitest';
import { contourStep, legendOf, USUAL_GROUND_LOOK } from './look.ts';

it('contour lines use a customary interval, coarser for a higher camera, and none where they would merge', () => {
  expect([0.5, 3, 10, 100, 240, 300, 5000].map(contourStep)).toEqual([5, 20, 50, 500, 1000, null, null]);
});

it('the legend shows what is selected and drawn', () => {
  const usual = legendOf(USUAL_GROUND_LOOK, 10);
  expect([usual.contourMetres, usual.heightColours?.[0]]).toEqual([null, { heightMetres: 0, colour: 'rgb(30 58 56)' }]);
  expect(legendOf({ shading: true, contours: true, heightColours: false, cover: false }, 10)).toEqual({
    contourMetres: 50,
    heightColours: null,
  });
});
