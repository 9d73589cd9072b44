// The ranger's own tasks, polled every ten seconds (a ranger has no live connection) and stored for use without signal.
import { isDeadSession, isLineLost } from '@lookout/client';
import type { PatrolStore } from '@lookout/web/patrol/patrol-store.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { NamedTask } from '../task.ts';
import { type OwnTaskChanges, taskChangesIn } from './own-tasks.ts';

/** A new task must be noticed within 15 s. */
const POLL_MS = 10_000;

export interface MyTasks {
  /** null: not fetched yet, and none stored. */
  readonly tasks: readonly NamedTask[] | null;
  /** Why the last poll failed. The tasks are then from an earlier poll. */
  readonly fault: 'line' | 'refused' | null;
  readonly refresh: () => void;
}

/** @param stored the tasks stored on this phone */
export function useMyTasks(
  owner: string,
  store: Pick<PatrolStore, 'keepTasks'>,
  stored: readonly NamedTask[] | null,
  onChanges: (changes: OwnTaskChanges) => void,
): MyTasks {
  const { client } = useServices();
  const [tasks, setTasks] = useState(stored);
  const [fault, setFault] = useState<MyTasks['fault']>(null);
  const known = useRef(stored);
  const listener = useRef(onChanges);
  const over = useRef(false);
  useEffect(() => {
    listener.current = onChanges;
  });

  const poll = useCallback(async () => {
    if (over.current) return;
    try {
      const now = await client.task.myTasks({ body: {}, silent: true, occasion: 'background' });
      const changes = taskChangesIn(known.current, now, owner);
      known.current = now;
      setTasks(now);
      setFault(null);
      if (changes.fresh.length > 0 || changes.cancelled.length > 0) listener.current(changes);
      // The tasks are shown even if they cannot be stored.
      await store.keepTasks(owner, now).catch(() => undefined);
    } catch (error) {
      if (isDeadSession(error)) over.current = true;
      setFault(isLineLost(error) || isDeadSession(error) ? 'line' : 'refused');
    }
  }, [client, owner, store]);

  useEffect(() => {
    const seen = () => {
      if (!document.hidden) void poll();
    };
    const timer = setInterval(() => void poll(), POLL_MS);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('online', seen);
    void poll();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', seen);
    };
  }, [poll]);
  return { tasks, fault, refresh: () => void poll() };
}
