// Announces new messages of the desk by notice, sound and vibration.

import type { Notice } from '@lookout/web/patrol/notice.ts';
import { useRing } from '@lookout/web/patrol/ring.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCallback } from 'react';
import type { RangerMessage } from '../ranger-message.ts';
import { useTalkMessages } from './messages.ts';

export function useMessageNews(notify: (notice: Notice) => void): (messages: readonly RangerMessage[]) => void {
  const words = useTalkMessages();
  const ring = useRing();
  return useCallback(
    (messages) => {
      ring();
      notify({ text: messages.map(({ author, content }) => words.fresh(author, content)).join(marks().semicolon), tone: 'good' });
    },
    [notify, words, ring],
  );
}
