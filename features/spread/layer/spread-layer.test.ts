import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import type { LabelCollection } from 'cesium';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DrawnArea } from './areas.ts';
import { type SpreadDrawing, spreadLayer } from './spread-layer.ts';

beforeEach(() => {
  const defaultView = { getComputedStyle: () => ({ getPropertyValue: () => '13px' }) };
  const body = { appendChild: () => undefined, removeChild: () => undefined };
  vi.stubGlobal('document', { createElement: () => ({ style: {} }), body, defaultView });
  return () => vi.unstubAllGlobals();
});

const CORNERS = 15_000;
/** A circle around the fire. */
const areaOf = (minutes: number): DrawnArea => {
  const ring = Array.from({ length: CORNERS }, (_, index): [number, number] => {
    const angle = (index / (CORNERS - 1)) * 2 * Math.PI;
    return [103.6 + (minutes / 10_000) * Math.cos(angle), 31.5 + (minutes / 10_000) * Math.sin(angle)];
  });
  return { minutes, probability: null, coordinates: [[ring]] };
};

function mounted() {
  const fake = fakeHost();
  const seen: string[][] = [];
  const freed: number[] = [];
  const drape: SpreadDrawing['drape'] = () => ({
    primitive: { show: true },
    free: () => void freed.push(1),
    blank: () => {
      const painted: string[] = [];
      const pen = {
        fillStyle: '',
        beginPath: () => undefined,
        moveTo: () => undefined,
        lineTo: () => undefined,
        closePath: () => undefined,
        fill: () => void painted.push(pen.fillStyle),
      };
      return { pen, see: () => void seen.push(painted) };
    },
  });
  const layer = spreadLayer({ drape, lineOf: () => ({ show: true, ready: true }) }).mount(fake.host);
  layer.show(true);
  const standing = (isLine: boolean) => (fake.groundPrimitives as { show: boolean }[]).filter((one) => 'ready' in one === isLine);
  const lines = () => standing(true);
  const pictures = () => standing(false);
  const labels = fake.primitives[0] as LabelCollection;
  const texts = () => Array.from({ length: labels.length }, (_, index) => labels.get(index).text);
  return { ...fake, layer, seen, freed, lines, pictures, texts };
}

const forecast = {
  areas: [60, 75, 120].map(areaOf),
  labelOf: ({ minutes }: { readonly minutes: number }) => (minutes % 60 === 0 ? `${minutes / 60} h` : null),
};
const draw = ({ frame }: { readonly frame: () => void }) => {
  for (let frames = 0; frames < 20; frames++) frame();
};

it('picture and lines are drawn in slices; a frame starts no second large area after the limit', () => {
  const desk = mounted();
  desk.layer.apply({ kind: 'forecast', forecast });
  expect([desk.lines().length, desk.seen.length]).toEqual([0, 0]);
  // 15,000 corners each: a second area is started, a third is not.
  desk.frame();
  expect(desk.seen).toEqual([]);
  desk.frame();
  expect(desk.seen).toHaveLength(1);
  expect(desk.lines()).toHaveLength(0);
  desk.frame();
  expect(desk.lines()).toHaveLength(2);
  desk.frame();
  expect(desk.lines()).toHaveLength(3);
  expect(desk.pictures().map(({ show }) => show)).toEqual([true]);
});

it('a new time hides later lines and labels and repaints the picture; no line is rebuilt', () => {
  const desk = mounted();
  desk.layer.apply({ kind: 'forecast', forecast });
  draw(desk);
  const before = desk.lines();
  expect(desk.texts()).toEqual(['2 h', '1 h']);
  desk.layer.apply({ kind: 'time', minutes: 75 });
  draw(desk);
  expect(desk.lines()).toEqual(before);
  expect(desk.lines().map(({ show }) => show)).toEqual([true, true, false]);
  expect(desk.texts()).toEqual(['1 h']);
  expect(desk.seen.map(({ length }) => length)).toEqual([3, 2]);
});

it('a camera movement rebuilds nothing', () => {
  const desk = mounted();
  desk.layer.apply({ kind: 'forecast', forecast });
  draw(desk);
  const before = [...desk.groundPrimitives];
  desk.rest({ west: 103.5, south: 31.4, east: 103.7, north: 31.6 }, 20_000);
  draw(desk);
  expect(desk.groundPrimitives).toEqual(before);
  expect(desk.seen).toHaveLength(1);
});

it('a hidden layer draws nothing; without a forecast, or destroyed, it leaves nothing in the scene', () => {
  const desk = mounted();
  desk.layer.apply({ kind: 'forecast', forecast });
  draw(desk);
  desk.layer.show(false);
  expect([...desk.lines(), ...desk.pictures()].every(({ show }) => !show)).toBe(true);
  desk.layer.show(true);
  expect([...desk.lines(), ...desk.pictures()].every(({ show }) => show)).toBe(true);
  desk.layer.apply({ kind: 'forecast', forecast: null });
  expect([desk.groundPrimitives, desk.texts()]).toEqual([[], []]);
  desk.layer.apply({ kind: 'forecast', forecast });
  draw(desk);
  desk.layer.destroy();
  expect([desk.groundPrimitives, desk.primitives, desk.freed.length]).toEqual([[], [], 2]);
});
