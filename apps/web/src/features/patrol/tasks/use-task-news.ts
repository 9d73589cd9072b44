// Announces new and cancelled tasks by notice, sound and vibration.
import { useCallback, useEffect, useRef } from 'react';
import { marks } from '../../../shared/text/marks.ts';
import type { Notice } from '../PatrolPage.tsx';
import { createRing, type Ring } from '../ring.ts';
import { useOwnTasksMessages } from './messages.ts';
import type { OwnNews } from './own-tasks.ts';

export function useTaskNews(notify: (notice: Notice) => void): (news: OwnNews) => void {
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
      notify({ text: text.join(marks().semicolon), tone: fresh.length > 0 ? 'good' : 'bad' });
    },
    [notify, messages],
  );
}
