// Announces new and cancelled tasks by notice, sound and vibration.

import type { Notice } from '@lookout/web/patrol/notice.ts';
import { useRing } from '@lookout/web/patrol/ring.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCallback } from 'react';
import { useOwnTasksMessages } from './messages.ts';
import type { OwnTaskChanges } from './own-tasks.ts';

export function useTaskNotices(notify: (notice: Notice) => void): (changes: OwnTaskChanges) => void {
  const messages = useOwnTasksMessages();
  const ring = useRing();
  return useCallback(
    ({ fresh, cancelled }: OwnTaskChanges) => {
      ring();
      const text = [
        ...fresh.map(({ content }) => messages.fresh(content)),
        ...cancelled.map(({ content, cancelReason }) => messages.cancelled(content, cancelReason ?? '')),
      ];
      notify({ text: text.join(marks().semicolon), tone: fresh.length > 0 ? 'good' : 'bad' });
    },
    [notify, messages, ring],
  );
}
