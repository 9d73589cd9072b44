import { expect, it } from 'vitest';
import { dangerTexts } from './danger.ts';

const { zh, en } = dangerTexts;
const drivers = [
  { driver: 'wind', drop: 20, levels: 2 },
  { driver: 'drought', drop: 4, levels: 0 },
] as const;

it('raisedBy lists what raises a level, and what has an effect without deciding it', () => {
  expect(zh.driversText(drivers)).toBe('撑高 FWI 等级的：风大（无此低2级）；另有影响：久旱');
  expect(en.driversText(drivers)).toBe('Holds the FWI’s level up: wind (2 lower without it); also has an effect: drought');
  expect(zh.driversText(drivers.slice(1))).toBe('对 FWI 有影响：久旱；去掉任一项其等级不变');
  expect([zh.driversText([]), en.driversText([])]).toEqual([null, null]);
});

it('rating shows when the dry spell may be longer, and is null for a day that was not rated', () => {
  const points = { temperature: 20, humidity: 20, dryDays: 50, wind: 30, season: 0 };
  const rating = { htz: 120, level: 5, points, isAtLeast: true } as const;
  expect(zh.rating({ rating, drySpell: { days: 12, isAtLeast: true } })).toBe('LY/T 1172：极高（5级），HTZ 120 以上，连旱12日以上');
  expect(en.rating({ rating: { ...rating, isAtLeast: false }, drySpell: { days: 12, isAtLeast: false } })).toBe(
    'LY/T 1172: level 5 (extreme), HTZ 120, 12 days without rain',
  );
  expect(zh.rating({ rating: null })).toBeNull();
});

it('holidays and lightning are listed only if there are any', () => {
  expect(zh.beside({ holidays: ['清明节'], lightning: 12 })).toBe('清明节，雷电 12 次');
  expect([zh.beside({ holidays: [], lightning: 0 }), en.beside({ holidays: [], lightning: null })]).toEqual([null, null]);
});

it('a fuel is shown by name, or else by its code', () => {
  const burning = { rateMetresPerMinute: 12.34, intensityKilowattsPerMetre: 4_321.4, intensityClass: 5 } as const;
  expect(zh.fuel({ fuel: 'C-3', ...burning })).toBe('松林 5级：12.3 m/min，4321 kW/m');
  expect(en.fuel({ fuel: 'S-1', ...burning })).toBe('S-1: class 5, 12.3 m/min, 4321 kW/m');
});

it('warned lists what raised a level, and is null where it was not raised', () => {
  const raisedBy = [
    { kind: 'holiday', name: '清明节', days: 0 },
    { kind: 'holiday', name: '劳动节', days: -2 },
    { kind: 'holiday', name: '春节', days: 1 },
    { kind: 'lightning', strokes: 12 },
  ] as const;
  const day = { level: 3, warned: { level: 4, raisedBy } } as const;
  expect(zh.warned(day)).toBe('预警等级：三级 → 四级（高），清明节、劳动节前2日、春节后1日、雷电 12 次');
  expect(en.warned(day)).toBe('Warned level: 3 → 4 (high), 清明节, 2 days before 劳动节, 1 day after 春节, 12 strokes of lightning');
  const calm = { level: 3, warned: { level: 3, raisedBy: [] } } as const;
  expect([zh.warned(calm), en.warned(calm)]).toEqual([null, null]);
});

it('each part of LY/T 1172 is shown with its value and points, the season’s subtracted, and the parts to be confirmed are listed', () => {
  const parts = [
    ['temperature', 26.14, 20],
    ['humidity', 28, 20],
    ['dryDays', 12, 50],
    ['wind', 6, 30],
    ['season', 4, 5],
  ] as const;
  expect(parts.map(([part, value, points]) => zh.ratingPart(part, value, points))).toEqual([
    '最高气温 26.1 ℃，20 分',
    '最小湿度 28%，20 分',
    '连旱 12 日，50 分',
    '最大风力 6 级，30 分',
    '季节订正（4月），−5 分',
  ]);
  expect(parts.map(([part, value, points]) => en.ratingPart(part, value, points)).slice(3)).toEqual([
    'strongest wind Beaufort 6: 30',
    'season (April): −5',
  ]);
  expect(zh.ratingToConfirm(['humidity', 'season'])).toBe('计分表待核对：湿度、季节');
  expect([zh.ratingToConfirm([]), en.ratingToConfirm([])]).toEqual([null, null]);
});
