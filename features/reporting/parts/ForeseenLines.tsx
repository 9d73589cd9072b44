// Foreseen reports as lines: about when and why, the deadline each would then have, and the rule. A hint only; nothing is owed.

import { useLanguage } from '@lookout/web/shared/language.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import type { ForeseenReport } from '../foreseen-report.ts';
import { foreseenReasonText } from '../reporting-message.wire.ts';
import { useForeseenMessages } from './messages.ts';

export function ForeseenLines({ reports }: { readonly reports: readonly ForeseenReport[] }) {
  const messages = useForeseenMessages();
  const language = useLanguage();
  const now = useNow();
  return (
    <ul>
      {reports.map(({ rule: { id, source, isConfirmed }, reason, expectedAt, dueAt }) => (
        <li key={id}>
          <p className="line tabular">
            <span>{messages.line(clockText(expectedAt, now), foreseenReasonText(reason, language))}</span>
            {!isConfirmed && <span className="tag row-tag">{messages.unverified}</span>}
          </p>
          <p className="second tabular">{messages.due(clockText(dueAt, now), source.document)}</p>
        </li>
      ))}
    </ul>
  );
}
