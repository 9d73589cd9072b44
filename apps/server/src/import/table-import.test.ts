import type { TableRow } from '@lookout/ingest';
import { describe, expect, it } from 'vitest';
import { type Cells, isCellFault, readingCells } from './table-import.ts';

const read = <T>(cells: Readonly<Record<string, string>>, of: (cells: Cells) => T) => {
  const row: TableRow = {
    line: 2,
    cell: (name) => cells[name] ?? '',
    number: (name) => (/^-?[\d.]+$/.test(cells[name] ?? '') ? Number(cells[name]) : null),
  };
  const outcome = readingCells(row, (given) => ({ value: of(given) }));
  return isCellFault(outcome) ? outcome.error.code : outcome.value;
};

describe('cells of a table', () => {
  it.each([
    ['13800000000', ['13800000000']],
    ['13800000000/13900000000', ['13800000000', '13900000000']],
    ['13800000000、0837-6222119', ['13800000000', '0837-6222119']],
    ['13800000000；13900000000', ['13800000000', '13900000000']],
    ['13800000000\n13900000000', ['13800000000', '13900000000']],
    ['13800000000 13900000000', ['13800000000', '13900000000']],
    ['138 0000 0000', ['138 0000 0000']],
    ['１３８００００００００', ['13800000000']],
    ['', []],
    ['13800000000/无', 'cell-not-phone'],
  ])('the phone numbers in %j are %j', (text, phones) => {
    expect(read({ 电话: text }, (cells) => cells.phones('电话'))).toEqual(phones);
  });

  it('a field for one phone number refuses a cell with several', () => {
    expect(read({ 电话: '13800000000' }, (cells) => cells.phone('电话'))).toBe('13800000000');
    expect(read({ 电话: '13800000000/13900000000' }, (cells) => cells.phone('电话'))).toBe('cell-several-phones');
  });

  it.each([
    ['103.59', '31.48', { lng: 103.59, lat: 31.48 }],
    ['103°35′24″E', '北纬31度28分48秒', { lng: 103.59, lat: 31.48 }],
    ['0', '0', 'position-zero'],
    ['2.35', '48.86', 'position-outside'],
    ['31.48', '103.59', 'position-swapped'],
    ['103°61′', '31', 'cell-not-coordinate'],
    ['103,59', '31', 'cell-not-coordinate'],
    ['200', '31', 'cell-number-range'],
  ])('the position of %j and %j is %j', (lng, lat, expected) => {
    const position = read({ 经度: lng, 纬度: lat }, (cells) => cells.position('经度', '纬度'));
    if (typeof expected === 'string') expect(position).toBe(expected);
    else expect(position).toEqual({ lng: expect.closeTo(expected.lng, 9), lat: expect.closeTo(expected.lat, 9) });
  });
});
