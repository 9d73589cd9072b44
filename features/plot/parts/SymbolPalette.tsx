// The symbols for a fire's situation; pressing one begins a sketch of it.

import { useToolMessages } from '@lookout/web/globe/tools/messages.ts';
import { useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { PLOT_SYMBOLS, plotSymbols } from '../plot-symbol.ts';
import { SymbolIcon } from './SymbolIcon.tsx';
import '@lookout/web/globe/tools/tools.css';

/** @param fireId the fire that the symbols are drawn for; null: none */
export function SymbolPalette({ fireId }: { readonly fireId: string | null }) {
  const messages = useToolMessages();
  const language = useLanguage();
  const { drawSymbol } = useToolStore();
  return (
    <fieldset className="plot-symbols">
      <legend className="visually-hidden">{messages.plots.symbols}</legend>
      {PLOT_SYMBOLS.map((symbol) => (
        <button key={symbol} type="button" onClick={() => drawSymbol(symbol, fireId)}>
          <SymbolIcon symbol={symbol} colour={plotSymbols[symbol].colour} />
          {plotSymbols[symbol][language]}
        </button>
      ))}
    </fieldset>
  );
}
