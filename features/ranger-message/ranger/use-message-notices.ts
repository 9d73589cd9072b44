// Announces new messages of the desk by notice, sound and vibration.

import type { Notice } from '@lookout/web/patrol/notice.ts';
import { useRing } from '@lookout/web/patrol/ring.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCallback } from 'react';
import type { RangerMessage } from '../ranger-message.ts';
import { useTalkMessages } from './messages.ts';

export function useMessageNotices(notify: (notice: Notice) => void): (messages: readonly RangerMessage[]) => void {
  const texts = useTalkMessages();
  const ring = useRing();
  return useCallback(
    (messages) => {
      ring();
      notify({ text: messages.map(({ author, content }) => texts.fresh(author, content)).join(marks().semicolon), tone: 'good' });
    },
    [notify, texts, ring],
  );
}
