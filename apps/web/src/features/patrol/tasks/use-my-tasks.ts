// One's own tasks, asked for every ten seconds (a ranger has no live line), kept on the phone for when there is no signal.
import { isDeadSession, isLineLost } from '@lookout/client';
import type { NamedTask } from '@lookout/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../../shared/services.ts';
import type { PatrolStore } from '../patrol-store.ts';
import { newsIn, type OwnNews } from './own-tasks.ts';

/** A new task is noticed within 15 s: a poll every ten, and its answer. */
const ASK_EVERY_MS = 10_000;

export interface MyTasks {
  /** null: neither asked for yet nor kept from earlier. */
  readonly tasks: readonly NamedTask[] | null;
  /** Why the last look brought nothing; the tasks are those of an earlier one. */
  readonly fault: 'line' | 'refused' | null;
  readonly refresh: () => void;
}

/** @param kept as this phone last knew them */
export function useMyTasks(
  owner: string,
  store: Pick<PatrolStore, 'keepTasks'>,
  kept: readonly NamedTask[] | null,
  onNews: (news: OwnNews) => void,
): MyTasks {
  const { client } = useServices();
  const [tasks, setTasks] = useState(kept);
  const [fault, setFault] = useState<MyTasks['fault']>(null);
  const known = useRef(kept);
  const tell = useRef(onNews);
  const over = useRef(false);
  useEffect(() => {
    tell.current = onNews;
  });

  const look = useCallback(async () => {
    if (over.current) return;
    try {
      const now = await client.tasks.myTasks({ body: {}, silent: true, occasion: 'background' });
      const news = newsIn(known.current, now, owner);
      known.current = now;
      setTasks(now);
      setFault(null);
      if (news.fresh.length > 0 || news.cancelled.length > 0) tell.current(news);
      // A phone that cannot keep them shows them all the same.
      await store.keepTasks(owner, now).catch(() => undefined);
    } catch (error) {
      if (isDeadSession(error)) over.current = true;
      setFault(isLineLost(error) || isDeadSession(error) ? 'line' : 'refused');
    }
  }, [client, owner, store]);

  useEffect(() => {
    const seen = () => {
      if (!document.hidden) void look();
    };
    const timer = setInterval(() => void look(), ASK_EVERY_MS);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('online', seen);
    void look();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', seen);
    };
  }, [look]);
  return { tasks, fault, refresh: () => void look() };
}
