// On every page below the header: the most severe warning that this officer has not read, until it is read.

import { Link } from 'react-router';
import { WARNING_LEVELS } from '../warning.ts';
import { useWarningMessages } from './messages.ts';
import { useOpenWarnings } from './warnings.ts';
import './warnings.css';

export function WarningNotice() {
  const messages = useWarningMessages();
  const unread = (useOpenWarnings().data ?? []).filter(({ readAt }) => readAt === null);
  const [first] = unread.toSorted((a, b) => WARNING_LEVELS.indexOf(b.level) - WARNING_LEVELS.indexOf(a.level));
  if (first === undefined) return null;
  return (
    <div className="warning-notice line" data-level={first.level} role="status">
      <WarningBadge level={first.level} />
      <span className="cut">
        {first.areas.map(({ gridName }) => gridName).join(' ')} {first.text}
      </span>
      <span className="gap" />
      <span className="tabular">{messages.unread(unread.length)}</span>
      <Link to="/warning">{messages.look}</Link>
    </div>
  );
}

export function WarningBadge({ level }: { readonly level: (typeof WARNING_LEVELS)[number] }) {
  const messages = useWarningMessages();
  return (
    <span className="warning-level" data-level={level}>
      {messages.warning(messages.levels[level])}
    </span>
  );
}
