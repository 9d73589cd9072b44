// The ranger's SOS: raised with the best position so far, sent before everything else, and polled until it is closed.

import { searchPhonePosition, whyNoPhonePosition } from '@lookout/web/patrol/phone-position.ts';
import type { Here } from '@lookout/web/patrol/position/PositionLine.tsx';
import type { Submitted } from '@lookout/web/patrol/upload-queue.ts';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { newKey, newUuid } from '@lookout/web/shared/new-key.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SosPlace } from '../sos.ts';
import { type OwnSos, ownSosOf, type SosEntry } from './own-sos.ts';

/** How often the server is polled for the state of the SOS. */
const FOLLOW_MS = 5_000;

export interface OwnSosRoom {
  readonly own: OwnSos | null;
  /** The search for the position begins with the press, so that a position may be available three seconds later. */
  readonly beginSearch: () => void;
  readonly endSearch: () => void;
  readonly raise: () => Promise<Submitted>;
  readonly cancel: (reason: string) => Promise<void>;
  /** Hides a closed SOS. */
  readonly dismiss: () => void;
}

interface Search {
  readonly stop: () => void;
  best: SosPlace | null;
  /** The SOS raised during the search, and the position sent with it. */
  raised: { readonly sosId: string; readonly place: SosPlace | null } | null;
}

/**
 * @param beats how often the server has answered
 * @param here the phone's position while it is shared; a watch reports only changes, so it is current
 */
export function useOwnSos(device: PatrolDevice, beats: number, here: Here | null): OwnSosRoom {
  const { client } = useServices();
  const { sos, owner, positions, store } = device;
  const { entries } = useSyncExternalStore(sos.subscribe, sos.get);
  const [mine, setMine] = useState(device.knownSos);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const search = useRef<Search | null>(null);
  const found = ownSosOf(entries, mine, Date.now());
  const own = found !== null && found.sosId === dismissed ? null : found;
  const isFollowed = own !== null && own.kind !== 'over' && own.kind !== 'refused';

  const ask = useCallback(async () => {
    try {
      const list = await client.sos.mySos({ body: {}, silent: true, occasion: 'background' });
      setMine(list);
      await store.keepKnownSos(owner, list);
    } catch {
      // No reply, or it cannot be stored: the known state is retained, and the next beat polls again. The page's banner reports the
      // connection.
    }
  }, [client, owner, store]);
  const sent = entries.filter(({ stage }) => stage.kind === 'sent').length;
  // Polled after each reply of the server, and as soon as an entry has arrived there.
  useEffect(() => {
    if (beats > 0 || sent > 0) void ask();
  }, [ask, beats, sent]);
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(() => {
      void sos.flush();
      void ask();
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isFollowed, ask, sos]);
  useEffect(() => () => search.current?.stop(), []);

  const submit = (what: SosEntry) => sos.submit(what);
  const base = (sosId: string) => ({ key: newKey(), sosId, owner, writtenAt: Date.now(), photos: [] });

  const beginSearch = () => {
    search.current?.stop();
    search.current = null;
    if (whyNoPhonePosition(window) !== null) return;
    const started: Search = {
      best: null,
      raised: null,
      stop: searchPhonePosition({
        geolocation: navigator.geolocation,
        setTimeout: (run, ms) => setTimeout(run, ms),
        clearTimeout,
        onPosition: ({ lng, lat, accuracyMetres, at }) => {
          started.best = { position: { lng, lat }, accuracyMetres, foundAt: new Date(at) };
        },
        onEnd: () => {
          const { best, raised } = started;
          // A position better than the one sent with the SOS is sent afterwards.
          if (raised !== null && best !== null && best !== raised.place)
            void submit({ ...base(raised.sosId), what: 'locate', place: best });
        },
      }),
    };
    search.current = started;
  };

  /** The phone's position, otherwise the newest position of its track, which may be old and has its time. */
  const lastKnown = (): SosPlace | null => {
    if (here !== null) {
      const { lng, lat, accuracyMetres, at } = here;
      return { position: { lng, lat }, accuracyMetres, foundAt: new Date(at) };
    }
    const last = positions.get().track.at(-1);
    if (last === undefined) return null;
    const { lng, lat } = last;
    return { position: { lng, lat }, accuracyMetres: last.accuracyMetres ?? null, foundAt: new Date(last.at - device.aheadMilliseconds()) };
  };

  return {
    own,
    beginSearch,
    endSearch: () => {
      search.current?.stop();
      search.current = null;
    },
    raise: () => {
      const sosId = newUuid();
      const place = search.current?.best ?? lastKnown();
      if (search.current !== null) search.current.raised = { sosId, place };
      return submit({ ...base(sosId), what: 'raise', place });
    },
    cancel: async (reason) => {
      if (own !== null) await submit({ ...base(own.sosId), what: 'cancel', reason });
    },
    dismiss: () => {
      if (own === null) return;
      setDismissed(own.sosId);
      for (const entry of entries) if (entry.sosId === own.sosId) void sos.discard(entry.key);
    },
  };
}
