import { expect, it } from 'vitest';
import { withOutlinedText } from './outlined-text.ts';

const text = (attributes: string, content: string) =>
  withOutlinedText(`<svg><text ${attributes} style="font-size:10px;font-family:X;" fill="#123456">${content}</text></svg>`);
const startsOf = (svg: string) => [...svg.matchAll(/<path transform="translate\((-?[\d.]+) /g)].map(([, x]) => Number(x));

it('Text becomes shapes in the same place and colour', () => {
  const svg = text('x="5" y="7" transform="translate(100 50)"', '汶川');
  expect(svg).toMatch(/^<svg><g fill="#123456" transform="translate\(100 50\)"><path [\s\S]*<\/g><\/svg>$/);
  expect(svg).not.toContain('汶川');
  // A Chinese character is as wide as the font size.
  expect(startsOf(svg)).toEqual([5, 15]);
});

it('Text ends at its anchor, or is centred on it, as the anchor requires', () => {
  expect(startsOf(text('x="40" text-anchor="end"', '汶川'))).toEqual([20, 30]);
  expect(startsOf(text('x="40" text-anchor="middle"', '汶川'))).toEqual([30, 40]);
});

it('An XML entity is one character', () => {
  expect(startsOf(text('', '&lt;&amp;'))).toHaveLength(2);
});
