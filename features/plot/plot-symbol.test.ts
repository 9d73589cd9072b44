import { describe, expect, it } from 'vitest';
import { PLOT_COLOURS, PLOT_KINDS } from './plot-kinds.ts';
import { PLOT_SYMBOLS, plotSymbols, SYMBOL_BOX, symbolFits } from './plot-symbol.ts';

describe('the symbols of a situation', () => {
  it.each(PLOT_SYMBOLS)('%s has both names, a kind, a colour and a drawing', (symbol) => {
    const entry = plotSymbols[symbol];
    expect(entry.zh).toMatch(/^[\u4e00-\u9fff]+$/);
    expect(entry.en).toMatch(/^[A-Z][a-z ]+$/);
    expect(PLOT_KINDS).toContain(entry.kind);
    expect(PLOT_COLOURS).toContain(entry.colour);
    switch (entry.kind) {
      case 'point': {
        expect(entry.drawing.some(({ fill, line }) => fill === 'main' || line === 'main')).toBe(true);
        for (const { d, fill, line } of entry.drawing) {
          expect(fill ?? line).not.toBeNull();
          for (const number of d.match(/-?\d+(\.\d+)?/g) ?? []) {
            expect(Number(number)).toBeGreaterThanOrEqual(0);
            expect(Number(number)).toBeLessThanOrEqual(SYMBOL_BOX);
          }
        }
        return;
      }
      case 'line':
        expect(entry.drawing.rails.length).toBeGreaterThan(0);
        expect(entry.drawing.drawn).toBeGreaterThan(0);
        return;
      default:
        expect(entry.drawing.fillOpacity).toBeGreaterThan(0);
    }
  });

  it('have distinct names', () => {
    for (const language of ['zh', 'en'] as const)
      expect(new Set(PLOT_SYMBOLS.map((one) => plotSymbols[one][language])).size).toBe(PLOT_SYMBOLS.length);
  });

  it('fit plots of their kind only', () => {
    expect(symbolFits('fire-front', 'line')).toBe(true);
    expect(symbolFits('fire-front', 'polygon')).toBe(false);
  });
});
