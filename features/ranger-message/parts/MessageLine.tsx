// One message: its author, fire and time, and whether the other side has read it.

import { useNow } from '@lookout/web/shared/services.ts';
import { ageText, clockText } from '@lookout/web/shared/time-text.ts';
import type { RangerMessage } from '../ranger-message.ts';
import { useRangerMessageWords } from './messages.ts';

export function MessageLine({ message }: { readonly message: RangerMessage }) {
  const words = useRangerMessageWords();
  const now = useNow();
  const { sender, author, fireName, content, writtenAt, read } = message;
  const state = read !== null ? words.readBy(read.by, clockText(read.at, now)) : sender === 'ranger' ? words.unread : words.sent;
  return (
    <>
      <p>{content}</p>
      <p className="hint tabular" title={fireName}>
        {author} · {ageText(writtenAt, now, words.age)} · <span data-unread={sender === 'ranger' && read === null}>{state}</span>
      </p>
      <p className="hint cut" title={fireName}>
        {fireName}
      </p>
    </>
  );
}
