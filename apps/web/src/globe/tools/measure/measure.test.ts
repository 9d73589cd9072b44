import { describe, expect, it } from 'vitest';
import { areaText, bearingText, flatFigures, groundFigures, lengthText, NO_MEASURE, slopeText, started, withPoint } from './measure.ts';

const UNITS = { m: '米', km: '公里', m2: '平方米', ha: '公顷', km2: '平方公里' };
const A = { lng: 103, lat: 31 };
const B = { lng: 103.1, lat: 31 };
const C = { lng: 103.1, lat: 31.1 };

describe('a measure', () => {
  it('takes points up to its maximum, then starts again', () => {
    const one = withPoint(started('height'), A);
    expect(one).toEqual({ mode: 'height', points: [A], isDone: false });
    const two = withPoint(one, B);
    expect(two).toEqual({ mode: 'height', points: [A, B], isDone: true });
    expect(withPoint(two, C)).toEqual({ mode: 'height', points: [C], isDone: false });
    expect(withPoint({ ...NO_MEASURE, points: [A, B] }, C).isDone).toBe(false);
  });

  it('of an area counts its closing leg', () => {
    const { lengthMetres, legsMetres, areaSquareMetres } = flatFigures('area', [A, B, C]);
    expect(legsMetres).toHaveLength(3);
    expect(lengthMetres).toBeCloseTo(
      legsMetres.reduce((sum, leg) => sum + leg),
      6,
    );
    expect(areaSquareMetres).toBeCloseTo(52.9e6, -5);
    expect(flatFigures('distance', [A, B, C]).areaSquareMetres).toBeNull();
  });

  it('has a bearing in each direction; eastward they differ because meridians converge', () => {
    const { bearing } = flatFigures('bearing', [A, B]);
    expect(bearing?.there).toBeCloseTo(90 - 0.0258, 3);
    expect(bearing?.back).toBeCloseTo(270 + 0.0258, 3);
    expect(flatFigures('bearing', [A]).bearing).toBeNull();
  });
});

describe('over the ground', () => {
  it('a plane slope increases length and area by the same factor, with one call to the server', async () => {
    let calls = 0;
    const field = [A, B, C, { lng: 103, lat: 31.1 }];
    const up = async (positions: readonly { lat: number }[]) => {
      calls++;
      expect(positions.length).toBeLessThanOrEqual(10_000);
      return positions.map(({ lat }) => (lat - 31) * 110_860);
    };
    const figures = await groundFigures('area', field, up);
    expect(calls).toBe(1);
    expect(figures.areaFactor).toBeCloseTo(Math.SQRT2, 2);
    expect(figures.heights.map((height) => Math.round(height ?? 0))).toEqual([0, 0, 11_086, 11_086]);
    const way = await groundFigures('distance', [B, C], up);
    expect((way.lengthMetres ?? 0) / flatFigures('distance', [B, C]).lengthMetres).toBeCloseTo(Math.SQRT2, 2);
    expect(way.areaFactor).toBeNull();
  });

  it('without elevation there are no figures', async () => {
    const figures = await groundFigures('distance', [A, B], async (positions) => positions.map(() => null));
    expect(figures).toEqual({ lengthMetres: null, areaFactor: null, heights: [null, null] });
  });
});

describe('figures', () => {
  it('are metres or kilometres', () => {
    expect([lengthText(852.44, UNITS), lengthText(999.9, UNITS), lengthText(1_000, UNITS), lengthText(1_234_567, UNITS)]).toEqual([
      '852.4 米',
      '999.9 米',
      '1.000 公里',
      '1,234.567 公里',
    ]);
  });

  it('are square metres, hectares or square kilometres', () => {
    expect([areaText(7_500, UNITS), areaText(123_400, UNITS), areaText(1_234_000, UNITS)]).toEqual([
      '7,500.0 平方米',
      '12.34 公顷',
      '1.234 平方公里（123.40 公顷）',
    ]);
  });

  it('are degrees below 360, and a slope in degrees and percent', () => {
    expect([bearingText(0), bearingText(45.04), bearingText(359.97)]).toEqual(['0.0°', '45.0°', '0.0°']);
    expect([slopeText(75, 100), slopeText(-100, 100), slopeText(1, 0)]).toEqual(['36.9°（75.0%）', '-45.0°（-100.0%）', '90.0°（∞%）']);
  });
});
