import { expect, it } from 'vitest';
import { dangerWords } from './danger.ts';

const { zh, en } = dangerWords;
const drivers = [
  { driver: 'wind', drop: 20, levels: 2 },
  { driver: 'drought', drop: 4, levels: 0 },
] as const;

it('says what holds a level up, and what has an effect without deciding it', () => {
  expect(zh.heldUpBy(drivers)).toBe('撑高等级的：风大（无此低2级）；另有影响：久旱');
  expect(en.heldUpBy(drivers)).toBe('Holds the level up: wind (2 lower without it); also has an effect: drought');
  expect(zh.heldUpBy(drivers.slice(1))).toBe('有影响：久旱；去掉任一项等级不变');
  expect([zh.heldUpBy([]), en.heldUpBy([])]).toEqual([null, null]);
});

it('says when the dry spell may be longer, and nothing of a day that was not rated', () => {
  const points = { temperature: 20, humidity: 20, dryDays: 50, wind: 30, season: 0 };
  const rating = { htz: 120, level: 5, points, isAtLeast: true } as const;
  expect(zh.rating({ rating, drySpell: { days: 12, isAtLeast: true } })).toBe('LY/T 1172：极高（5级），HTZ 120 以上，连旱12日以上');
  expect(en.rating({ rating: { ...rating, isAtLeast: false }, drySpell: { days: 12, isAtLeast: false } })).toBe(
    'LY/T 1172: level 5 (extreme), HTZ 120, 12 days without rain',
  );
  expect(zh.rating({ rating: null })).toBeNull();
});

it('tells holidays and lightning only where there are any', () => {
  expect(zh.beside({ holidays: ['清明节'], lightning: 12 })).toBe('清明节，雷电 12 次');
  expect([zh.beside({ holidays: [], lightning: 0 }), en.beside({ holidays: [], lightning: null })]).toEqual([null, null]);
});

it('names a fuel, or gives its code', () => {
  const burning = { rateMetresPerMinute: 12.34, intensityKilowattsPerMetre: 4_321.4, intensityClass: 5 } as const;
  expect(zh.fuel({ fuel: 'C-3', ...burning })).toBe('松林 5级：12.3 m/min，4321 kW/m');
  expect(en.fuel({ fuel: 'S-1', ...burning })).toBe('S-1: class 5, 12.3 m/min, 4321 kW/m');
});
