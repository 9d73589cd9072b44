import { Alert } from 'antd';
import { useCoverageMessages } from './messages.ts';
import type { Figures } from './use-coverage.ts';

/** Says that figures are not complete yet. Those that are shown can be worked with meanwhile, so the page is not busy. */
export function Pending({ figures: { pendingCounties } }: { readonly figures: Pick<Figures, 'pendingCounties'> }) {
  const messages = useCoverageMessages();
  return pendingCounties === 0 ? null : <Alert type="info" showIcon role="status" title={messages.pending(pendingCounties)} />;
}
