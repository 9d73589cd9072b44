import { type BillboardCollection, Cartesian3 } from 'cesium';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSymbolPictures, type PlacedPicture } from './symbol-picture.ts';

interface Shown {
  image: string | null;
  position: Cartesian3 | null;
  setImage(name: string): void;
}

const shown: Shown[] = [];
const collection = {
  add: () => {
    const one: Shown = {
      image: null,
      position: null,
      setImage: (name) => {
        one.image = name;
      },
    };
    shown.push(one);
    return one;
  },
  remove: (one: Shown) => shown.splice(shown.indexOf(one), 1),
} as unknown as BillboardCollection;

const painted: string[] = [];
const pen = {
  scale: vi.fn(),
  translate: vi.fn(),
  fill: ({ d }: { d: string }) => painted.push(d),
  stroke: ({ d }: { d: string }) => painted.push(d),
};

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => pen }) });
  vi.stubGlobal(
    'Path2D',
    class {
      readonly d: string;
      constructor(d: string) {
        this.d = d;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
  painted.length = 0;
});

const STROKES = {
  danger: [
    { d: 'M16 2L30 28L2 28Z', fill: 'main', line: 'dark', width: 1.6 },
    { d: 'M16 10V20', fill: null, line: 'light', width: 3 },
  ],
  team: [
    { d: 'M4 4H28V28H4Z', fill: 'main', line: null, width: 0 },
    { d: 'M8 16H24', fill: 'light', line: 'main', width: 2 },
  ],
} as const satisfies Record<string, PlacedPicture['picture']['strokes']>;

const place = (symbol: keyof typeof STROKES, name: string, x = 0): PlacedPicture => ({
  picture: { name, sidePixels: 32, strokes: STROKES[symbol] },
  colour: '#ff3b30',
  position: new Cartesian3(x, 0, 0),
  id: undefined,
});

it('a symbol is painted once for each colour, with all its strokes', () => {
  const pictures = createSymbolPictures(collection, 1);
  pictures.put([place('danger', 'danger.red'), place('danger', 'danger.red', 1), place('team', 'team.red')]);
  expect(shown.map(({ image }) => image)).toEqual(['danger.red', 'danger.red', 'team.red']);
  const strokes = (symbol: 'danger' | 'team') =>
    place(symbol, '').picture.strokes.flatMap(({ d, fill, line }) => [fill, line].filter(Boolean).map(() => d));
  expect(painted).toEqual([...strokes('danger'), ...strokes('team')]);
});

it('billboards are reused: a symbol that is put again is kept, moved, given another picture or removed', () => {
  const pictures = createSymbolPictures(collection, 1);
  pictures.put([place('danger', 'danger.red'), place('team', 'team.red')]);
  const [first] = shown;
  pictures.put([place('team', 'team.red', 5)]);
  expect(shown).toEqual([first]);
  expect(first).toMatchObject({ image: 'team.red', position: { x: 5 } });
  pictures.put([]);
  expect(shown).toEqual([]);
});
