// One message: its author, fire and time, and whether the other side has read it.

import { useNow } from '@lookout/web/shared/services.ts';
import { ageText, clockText } from '@lookout/web/shared/time-text.ts';
import type { RangerMessage } from '../ranger-message.ts';
import { useRangerMessageTexts } from './messages.ts';

export function MessageLine({ message }: { readonly message: RangerMessage }) {
  const texts = useRangerMessageTexts();
  const now = useNow();
  const { sender, author, fireName, content, writtenAt, read } = message;
  const state = read !== null ? texts.readBy(read.by, clockText(read.at, now)) : sender === 'ranger' ? texts.unread : texts.sent;
  return (
    <>
      <p>{content}</p>
      <p className="hint tabular" title={fireName}>
        {author} · {ageText(writtenAt, now, texts.age)} · <span data-unread={sender === 'ranger' && read === null}>{state}</span>
      </p>
      <p className="hint cut" title={fireName}>
        {fireName}
      </p>
    </>
  );
}
