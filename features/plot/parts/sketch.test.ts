import { describe, expect, it } from 'vitest';
import { begun, begunSymbol, changed, dragged, readSketch, redone, sketchFault, undone, writeSketch } from './sketch.ts';

const A = { lng: 103, lat: 31 };
const B = { lng: 103.1, lat: 31 };

describe('a sketch', () => {
  it('is undone and redone step by step; a new step clears the redo steps', () => {
    const first = changed(begun('line', 'k', null), { points: [A] });
    const second = changed(first, { points: [A, B] });
    expect(undone(second).now.points).toEqual([A]);
    expect(redone(undone(second)).now.points).toEqual([A, B]);
    expect(undone(undone(undone(second))).now.points).toEqual([]);
    const other = changed(undone(second), { colour: 'blue' });
    expect(redone(other)).toBe(other);
  });

  it('returns to drawing when it loses a needed point', () => {
    const line = { ...changed(changed(begun('line', 'k', null), { points: [A] }), { points: [A, B] }), isDrawing: false };
    expect(undone(line)).toMatchObject({ isDrawing: true, now: { points: [A] } });
    expect(undone(changed(line, { colour: 'blue' })).isDrawing).toBe(false);
  });

  it('records only the end of a drag as a step', () => {
    const drawn = changed(begun('line', 'k', null), { points: [A, B] });
    const moved = dragged(dragged(drawn, 1, { lng: 104, lat: 31 }), 1, { lng: 105, lat: 31 });
    expect(moved.now.points[1]?.lng).toBe(105);
    expect(moved.past).toBe(drawn.past);
  });

  it('begins with the colour and width of the previous sketch', () => {
    const before = changed(begun('line', 'k', null), { colour: 'green', widthPixels: 8, name: '隔离带' });
    expect(begun('arrow', 'k2', before.now).now).toMatchObject({ kind: 'arrow', colour: 'green', widthPixels: 8, name: '', points: [] });
  });

  it('of a symbol begins with the kind and colour of the symbol, for its fire', () => {
    const front = begunSymbol('fire-front', 'k', 'f');
    expect(front).toMatchObject({ fireId: 'f', isDrawing: true, now: { kind: 'line', symbol: 'fire-front', colour: 'red' } });
    expect(readSketch(writeSketch(front))).toEqual(front);
    // A sketch stored before symbols existed, and one with an unknown symbol.
    const { symbol: _, ...old } = front.now;
    expect(readSketch(JSON.stringify({ ...front, now: old }))?.now.symbol).toBeNull();
    expect(readSketch(JSON.stringify({ ...front, now: { ...old, symbol: 'ufo' } }))).toBeNull();
  });

  it('reports what is missing', () => {
    expect(sketchFault(begun('line', 'k', null).now)).toBe('points');
    const label = changed(begun('label', 'k', null), { points: [A] });
    expect(sketchFault(label.now)).toBe('text');
    expect(sketchFault({ ...label.now, name: '集结点' })).toBeNull();
  });

  it('survives a reload as text; an unreadable text gives no sketch', () => {
    const drawn = changed(begun('polygon', 'k', null), { points: [A, B] });
    expect(readSketch(writeSketch(drawn))).toEqual({ ...drawn, past: [], future: [] });
    for (const text of [null, '', '{', '[]', 'null', '{"key":"k","now":{"kind":"circle"}}', JSON.stringify({ ...drawn, plot: { id: 3 } })])
      expect(readSketch(text)).toBeNull();
  });
});
