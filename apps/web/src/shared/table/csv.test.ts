import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('a table as CSV', () => {
  it('carries the mark that Excel reads UTF-8 by, and quotes what must be quoted', () => {
    const text = csvOf([
      ['名称', '距离（米）'],
      ['映秀 "1" 号, 水池', 12.5],
      ['两\n行', null],
    ]);
    expect(text).toBe('\uFEFF名称,距离（米）\r\n"映秀 ""1"" 号, 水池",12.5\r\n"两\n行",\r\n');
  });

  it.each(['=1+1', '+86 10', '-3', '@x'])('%s stays a text, a negative number a number', (text) => {
    expect(csvOf([[text, -3]])).toBe(`\uFEFF'${text},-3\r\n`);
  });
});
