// The file of a document: an issue as issued, a draft as last saved.

import type { Named } from '@lookout/domain';
import { MadeFileMenu } from '@lookout/web/shared/MadeFileMenu.tsx';
import type { FireDocument } from '../fire-document.ts';
import { fireDocumentPath } from '../situation.calls.ts';
import { useSituationMessages } from './messages.ts';

export function DocumentFile({ document, label }: { readonly document: Named<FireDocument>; readonly label: string }) {
  const { documents: messages } = useSituationMessages();
  const { id, kind, gridName, issue } = document;
  const { busy, preview, pdf, word, failed } = messages;
  return (
    <MadeFileMenu
      name={`${gridName}${messages.kinds[kind]}${issue === null ? messages.draft : messages.number(issue.number)}`}
      messages={{ label, busy, preview, pdf, word, failed }}
      addressOf={(format) => `${fireDocumentPath}?${new URLSearchParams({ id, format })}`}
    />
  );
}
