import { expect, it } from 'vitest';
import { householdsOf, inhabitantsOf, waterHoldsFire } from './map-layer.ts';

it.each([
  [{ 人口: 612, 户数: 186 }, 612, 186],
  [{ 常住人口: '1028', 总户数: '226' }, 1028, 226],
  [{ 人口: 0 }, 0, null],
  [{ 人口: '约六百', 户数: '' }, null, null],
  [{ 人口: -5, 户数: 1.5 }, null, null],
  [{}, null, null],
])('%o has %s inhabitants and %s households; a missing number is unknown', (attributes, inhabitants, households) => {
  expect([inhabitantsOf(attributes), householdsOf(attributes)]).toEqual([inhabitants, households]);
});

it.each([
  ['Polygon', { fclass: 'ditch' }, true],
  ['MultiPolygon', {}, true],
  ['LineString', {}, false],
  ['MultiLineString', { waterway: 'river' }, true],
  ['LineString', { waterway: 'stream' }, false],
  ['LineString', { 类型: '灌溉渠' }, false],
  ['LineString', { 类型: '干流河道' }, true],
  ['LineString', { 类型: '时令河' }, false],
  ['Point', {}, false],
])('an imported water, as a %s of %j, is a fire barrier: %s', (type, attributes, holds) => {
  expect(waterHoldsFire({ geometry: { type }, attributes })).toBe(holds);
});
