import { isInSector } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { rosePoint, sectorPath, spanOf } from './rose.ts';

const span = (fromHorizontal: number, toHorizontal: number) => ({ fromHorizontal, toHorizontal });

describe('angles on the rose', () => {
  it('go clockwise from the top', () => {
    const at = (degrees: number) => Object.values(rosePoint(degrees, 10)).map((value) => Math.round(value) + 0);
    expect([0, 90, 180, 270, -90, 360].map(at)).toEqual([
      [0, -10],
      [10, 0],
      [0, 10],
      [-10, 0],
      [-10, 0],
      [0, -10],
    ]);
  });

  it('a sector spans clockwise, also over north; from and to the same is the whole circle', () => {
    expect([span(0, 90), span(350, 10), span(10, 350), span(-10, 10), span(40, 40), span(0, 360)].map(spanOf)).toEqual([
      90, 20, 340, 20, 360, 360,
    ]);
  });

  it('draws what the rule of the field masks', () => {
    for (const sector of [span(350, 10), span(-30, 30), span(200, 100), span(0, 360)]) {
      for (let degrees = 0; degrees < 360; degrees += 5) {
        const isDrawn = (((degrees - sector.fromHorizontal) % 360) + 360) % 360 <= spanOf(sector);
        const whole = { ...sector, name: '', fromVertical: -90, toVertical: 90 };
        expect(isDrawn, `${degrees} in ${sector.fromHorizontal}…${sector.toHorizontal}`).toBe(
          isInSector(whole, { horizontal: degrees, vertical: 0 }),
        );
      }
    }
  });

  it('a quarter is a small arc, three quarters a large one, the whole a ring of two halves each', () => {
    expect(sectorPath(span(0, 90), 2, 10)).toBe('M 0 -10 A 10 10 0 0 1 10 0 L 2 0 A 2 2 0 0 0 0 -2 Z');
    expect(sectorPath(span(0, 270), 2, 10)).toContain('A 10 10 0 1 1 -10 0');
    expect(sectorPath(span(0, 360), 2, 10).match(/A /g)).toHaveLength(4);
  });
});
