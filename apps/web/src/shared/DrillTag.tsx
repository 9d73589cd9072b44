// 演练: the striped tag of whatever belongs to an exercise, on every screen and print.
import { isDrill, type MaybeDrill } from '@lookout/features/exercise/drill.ts';
import { useSharedMessages } from './text/messages.ts';
import './drill.css';

/** Renders nothing for real objects. */
export function DrillTag({ of }: { readonly of: MaybeDrill }) {
  const { common } = useSharedMessages();
  return isDrill(of) ? <span className="tag row-tag drill-tag">{common.drill}</span> : null;
}

/** Attributes for the surrounding element, which give it the drill stripes. */
export const drillAttributes = (of: MaybeDrill) => (isDrill(of) ? { 'data-drill': true } : {});
