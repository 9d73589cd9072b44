import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assignGrid,
  type CountySeat,
  createSeatIndex,
  formattedAddress,
  type GridEvidence,
  gridNames,
  seatLabel,
  withinSendersGrid,
} from './gazetteer.ts';
import type { GridNo } from './grid.ts';
import type { Position } from './position.ts';

const no = (text: string) => text as GridNo;
const WENCHUAN: CountySeat = { no: no('513221'), name: '汶川县', lng: 103.59, lat: 31.477 };
const LIXIAN: CountySeat = { no: no('513222'), name: '理县', lng: 103.167, lat: 31.437 };
const WEIHUI: CountySeat = { no: no('410781'), name: '卫辉市', lng: 114.065, lat: 35.404 };
const seats = createSeatIndex([LIXIAN, WEIHUI, WENCHUAN]);
const NEAR_WENCHUAN: Position = { lng: 103.6, lat: 31.5 };

const evidence = (overrides: Partial<GridEvidence> = {}): GridEvidence => ({
  prefecture: no('513200'),
  counties: [],
  senderGrid: null,
  seats,
  ...overrides,
});
const placed = (gridNo: string, gridBasis: string) => ({ ok: true, value: { gridNo, gridBasis } });

describe('the grid of an alarm', () => {
  test('a county boundary decides, whatever the sender’s grid and whichever seat is nearer', () => {
    expect(assignGrid(NEAR_WENCHUAN, evidence({ counties: [no('513222')], senderGrid: no('513221') }))).toEqual(
      placed('513222', 'boundary'),
    );
  });

  test('among counties without a boundary between them, the one with the nearest seat is used, and marked as such', () => {
    const counties = [no('513222'), no('513221')];
    expect(assignGrid(NEAR_WENCHUAN, evidence({ counties }))).toEqual(placed('513221', 'nearest-seat'));
    expect(assignGrid(NEAR_WENCHUAN, evidence({ counties, prefecture: null }))).toEqual(placed('513221', 'nearest-seat'));
    expect(assignGrid(NEAR_WENCHUAN, evidence({ counties, senderGrid: no('513221') }))).toEqual(placed('513221', 'sender'));
    expect(assignGrid(NEAR_WENCHUAN, evidence({ counties: [no('420102'), no('420103')] }))).toEqual(placed('420102', 'nearest-seat'));
  });

  test('the sender’s county is used when its seat is the nearest', () => {
    expect(assignGrid(NEAR_WENCHUAN, evidence({ senderGrid: no('513221') }))).toEqual(placed('513221', 'sender'));
    expect(assignGrid(NEAR_WENCHUAN, evidence({ senderGrid: no('513221100') }))).toEqual(placed('513221', 'sender'));
  });

  test('the nearest seat decides if the sender’s seat is not the nearest, or the sender’s grid is larger than a county', () => {
    for (const senderGrid of ['513222', '513200', '510000', '100000', '410781']) {
      expect(assignGrid(NEAR_WENCHUAN, evidence({ senderGrid: no(senderGrid) }))).toEqual(placed('513221', 'nearest-seat'));
    }
  });

  test('for a satellite, which has no grid, the nearest seat inside the prefecture is used, never one across its border', () => {
    expect(assignGrid(NEAR_WENCHUAN, evidence())).toEqual(placed('513221', 'nearest-seat'));
    expect(assignGrid(NEAR_WENCHUAN, evidence({ prefecture: no('410700') }))).toEqual(placed('410781', 'nearest-seat'));
  });

  test("in a prefecture without a seat on record, the sender's county is used if it lies there", () => {
    const wuhan = { lng: 114.3, lat: 30.6 };
    expect(assignGrid(wuhan, evidence({ prefecture: no('420100'), senderGrid: no('420102') }))).toEqual(placed('420102', 'sender'));
    expect(assignGrid(wuhan, evidence({ prefecture: no('420100'), senderGrid: no('420200') }))).toEqual(placed('420100', 'boundary'));
    expect(assignGrid(wuhan, evidence({ prefecture: no('420100'), senderGrid: no('513221') }))).toEqual(placed('420100', 'boundary'));
  });

  test('a prefecture without seats on record is itself the grid, and so is a province without prefectures', () => {
    expect(assignGrid({ lng: 114.3, lat: 30.6 }, evidence({ prefecture: no('420100') }))).toEqual(placed('420100', 'boundary'));
    expect(assignGrid({ lng: 121.5, lat: 25 }, evidence({ prefecture: no('710000') }))).toEqual(placed('710000', 'boundary'));
  });

  test('outside China there is no grid', () => {
    expect(assignGrid({ lng: 0, lat: 0 }, evidence({ prefecture: null, senderGrid: no('513221') }))).toEqual({
      ok: false,
      error: 'outside-china',
    });
  });

  test('of two equally near seats the one with the lower number is used, in whatever order they were given', () => {
    const twin = { ...LIXIAN, lng: WENCHUAN.lng, lat: WENCHUAN.lat };
    for (const order of [
      [twin, WENCHUAN],
      [WENCHUAN, twin],
    ]) {
      expect(createSeatIndex(order).nearest(NEAR_WENCHUAN, no('513200'))?.seat.no).toBe('513221');
    }
  });

  test('a session can report only inside its own grid; a feed key, which has no grid, can report anywhere', () => {
    expect(withinSendersGrid(no('513200'), no('513221'))).toBe(true);
    expect(withinSendersGrid(no('513222'), no('513221'))).toBe(false);
    // Known only by its prefecture, the place may be in a county of it, but not in a county elsewhere.
    expect(withinSendersGrid(no('420102'), no('420100'))).toBe(true);
    expect(withinSendersGrid(no('513222'), no('420100'))).toBe(false);
    expect(withinSendersGrid(null, no('410781'))).toBe(true);
  });

  test('the assigned grid is always in the prefecture of the boundary', () => {
    const lng = fc.double({ min: 73, max: 135, noNaN: true });
    const lat = fc.double({ min: 18, max: 54, noNaN: true });
    const grid = fc.constantFrom<(GridNo | null)[]>(null, no('513221'), no('513222'), no('410781'), no('100000'), no('420102'));
    const prefecture = fc.constantFrom(no('513200'), no('410700'), no('420100'), no('710000'));
    fc.assert(
      fc.property(lng, lat, grid, prefecture, (x, y, senderGrid, at) => {
        const result = assignGrid({ lng: x, lat: y }, evidence({ prefecture: at, senderGrid }));
        expect(result.ok && result.value.gridNo.slice(0, 4)).toBe(at.slice(0, 4));
      }),
    );
  });
});

describe('the address as text', () => {
  const names = new Map([
    ['510000', '四川省'],
    ['513200', '阿坝藏族羌族自治州'],
    ['513221', '汶川县'],
    ['110000', '北京市'],
    ['110100', '市辖区'],
    ['110101', '东城区'],
    ['429000', '省直辖县级行政区划'],
    ['420000', '湖北省'],
    ['429021', '神农架林区'],
  ]);
  const nameOf = (at: GridNo) => names.get(at) ?? null;
  const from = { label: '汶川县城', lng: 103.59, lat: 31.477 };

  test('names run from the province down, without the placeholders of the statistical codes and without unknown names', () => {
    expect(gridNames(no('513221'), nameOf)).toBe('四川省阿坝藏族羌族自治州汶川县');
    expect(gridNames(no('513221100'), nameOf)).toBe('四川省阿坝藏族羌族自治州汶川县');
    expect(gridNames(no('110101'), nameOf)).toBe('北京市东城区');
    expect(gridNames(no('429021'), nameOf)).toBe('湖北省神农架林区');
    expect(gridNames(no('100000'), nameOf)).toBe('');
  });

  test('the direction is given from the known place', () => {
    const at = (lng: number, lat: number) =>
      formattedAddress({ lng: from.lng + lng, lat: from.lat + lat }, { names: '汶川县', nearest: from });
    expect(at(0.0238, 0.0203)).toBe('汶川县，汶川县城东北约3.2公里');
    expect(
      [at(0, 0.1), at(0.1, 0), at(0.1, -0.1), at(0, -0.1), at(-0.1, -0.1), at(-0.1, 0), at(-0.1, 0.1)].map((text) =>
        text.slice(8, 10).replace('约', ''),
      ),
    ).toEqual(['北', '东', '东南', '南', '西南', '西', '西北']);
  });

  test('at the place itself the address has no direction, far away no decimals, and without a known place only the names', () => {
    expect(formattedAddress({ lng: 103.5903, lat: 31.4772 }, { names: '汶川县', nearest: from })).toBe('汶川县，汶川县城附近');
    expect(formattedAddress({ lng: 103.59, lat: 32.477 }, { names: '阿坝藏族羌族自治州', nearest: from })).toBe(
      '阿坝藏族羌族自治州，汶川县城北约111公里',
    );
    expect(formattedAddress(from, { names: '台湾省', nearest: null })).toBe('台湾省');
  });

  test('a seat has its usual name', () => {
    expect(['汶川县', '马尔康市', '麒麟区', '杜尔伯特蒙古族自治县', '阿巴嘎旗'].map(seatLabel)).toEqual([
      '汶川县城',
      '马尔康市区',
      '麒麟区政府',
      '杜尔伯特蒙古族自治县城',
      '阿巴嘎旗政府',
    ]);
  });
});
