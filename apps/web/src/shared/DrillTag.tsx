// 演练: the striped tag of whatever belongs to an exercise, on every screen and print.
import { isDrill, type MaybeDrill } from '@lookout/features/exercise/drill.ts';
import { useSharedMessages } from './text/messages.ts';
import './drill.css';

/** Nothing for what is real. */
export function DrillTag({ of }: { readonly of: MaybeDrill }) {
  const { common } = useSharedMessages();
  return isDrill(of) ? <span className="tag row-tag drill-tag">{common.drill}</span> : null;
}

/** Attributes of the element around it, which is striped by them. */
export const drillAttributes = (of: MaybeDrill) => (isDrill(of) ? { 'data-drill': true } : {});
