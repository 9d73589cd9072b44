// A new task, or one that was called off, is said, heard and felt.
import { useCallback, useEffect, useRef } from 'react';
import { marks } from '../../../shared/text/marks.ts';
import type { Notice } from '../PatrolPage.tsx';
import { createRing, type Ring } from './ring.ts';
import type { OwnNews } from './task-news.ts';
import { useOwnTasksWords } from './words.ts';

export function useTaskNews(tell: (notice: Notice) => void): (news: OwnNews) => void {
  const words = useOwnTasksWords();
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
        ...fresh.map(({ content }) => words.fresh(content)),
        ...cancelled.map(({ content, cancelReason }) => words.cancelled(content, cancelReason ?? '')),
      ];
      tell({ text: text.join(marks().semicolon), tone: fresh.length > 0 ? 'good' : 'bad' });
    },
    [tell, words],
  );
}
