// Announces what the desk has written by notice, sound and vibration.
import type { RangerMessage } from '@lookout/domain';
import { useCallback } from 'react';
import { marks } from '../../../shared/text/marks.ts';
import type { Notice } from '../PatrolPage.tsx';
import { useRing } from '../ring.ts';
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
