// A ranger's messages: polled every ten seconds, like his tasks; a new message rings; messages on an open page are marked as read.
import { isDeadSession, isLineLost } from '@lookout/client';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RangerMessage } from '../ranger-message.ts';
import { unreadOf } from './own-message-log.ts';

const POLL_MS = 10_000;

interface OwnMessages {
  /** Returns the orders, newest first. */
  readonly known: readonly RangerMessage[];
  /** Why the last poll failed. */
  readonly fault: 'line' | 'refused' | null;
}

/**
 * @param isShown whether the messages are displayed now
 * @param onFresh receives the desk's messages since the last poll, oldest first
 */
export function useOwnMessages(device: PatrolDevice, isShown: boolean, onFresh: (messages: readonly RangerMessage[]) => void): OwnMessages {
  const { client } = useServices();
  const { owner, store, messages } = device;
  const [known, setKnown] = useState(device.knownMessages ?? NONE);
  const [fault, setFault] = useState<OwnMessages['fault']>(null);
  const latest = useRef({ known, onFresh });
  latest.current.onFresh = onFresh;
  const over = useRef(false);

  const poll = useCallback(async () => {
    if (over.current || document.hidden) return;
    try {
      const now = await client.rangerMessage.myMessages({ body: {}, silent: true, occasion: 'background' });
      const seen = new Set(latest.current.known.map(({ id }) => id));
      const unread = unreadOf(now);
      latest.current.known = now;
      setKnown(now);
      setFault(null);
      await store.keepKnownMessages(owner, now).catch(() => undefined);
      const fresh = unread.filter(({ id }) => !seen.has(id));
      if (fresh.length > 0) latest.current.onFresh(fresh.toReversed());
      // Without a reply they are marked again at the next poll.
      if (isShown && unread.length > 0)
        await client.rangerMessage
          .readMyMessages({ body: { ids: unread.map(({ id }) => id) }, silent: true, occasion: 'background' })
          .catch(() => undefined);
    } catch (error) {
      if (isDeadSession(error)) over.current = true;
      setFault(isLineLost(error) || isDeadSession(error) ? 'line' : 'refused');
    }
  }, [client, owner, store, isShown]);

  const { entries } = useSyncExternalStore(messages.subscribe, messages.get);
  const sent = entries.filter(({ stage }) => stage.kind === 'sent').length;
  // Also when one of his own messages has arrived at the server, because the list then contains it.
  useEffect(() => {
    if (sent >= 0) void poll();
  }, [poll, sent]);
  useEffect(() => {
    const again = () => void poll();
    const timer = setInterval(again, POLL_MS);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
    };
  }, [poll]);
  return { known, fault };
}

const NONE: readonly RangerMessage[] = [];
