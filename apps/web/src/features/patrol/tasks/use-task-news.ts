// A new task, or one that was called off, is said, heard and felt.
import { useCallback, useEffect, useRef } from 'react';
import { marks } from '../../../shared/text/marks.ts';
import type { Notice } from '../PatrolPage.tsx';
import { useOwnTasksMessages } from './messages.ts';
import { createRing, type Ring } from './ring.ts';
import type { OwnNews } from './task-news.ts';

export function useTaskNews(tell: (notice: Notice) => void): (news: OwnNews) => void {
  const messages = useOwnTasksMessages();
  const ring = useRef<Ring | null>(null);
  useEffect(() => {
    const made = createRing(window, () => new AudioContext());
    ring.current = made;
    return made.stop;
  }, []);
  return useCallback(
    ({ fresh, cancelled }: OwnNews) => {
      ring.current?.ring();
      const text = [
        ...fresh.map(({ content }) => messages.fresh(content)),
        ...cancelled.map(({ content, cancelReason }) => messages.cancelled(content, cancelReason ?? '')),
      ];
      tell({ text: text.join(marks().semicolon), tone: fresh.length > 0 ? 'good' : 'bad' });
    },
    [tell, messages],
  );
}
