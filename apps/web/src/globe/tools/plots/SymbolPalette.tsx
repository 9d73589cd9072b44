// The symbols for a fire's situation; pressing one begins a sketch of it.
import { PLOT_SYMBOLS, plotSymbols } from '@lookout/features/plot/plot-symbol.ts';
import { useLanguage } from '../../../shared/language.ts';
import { useToolMessages } from '../messages.ts';
import { useToolStore } from '../tool-store.ts';
import { SymbolIcon } from './SymbolIcon.tsx';
import '../tools.css';

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
