// The ranger's SOS: raised with the best position so far, sent before everything else, followed until it is over.

import { searchPhonePosition, whyNoPhonePosition } from '@lookout/web/patrol/phone-position.ts';
import type { Here } from '@lookout/web/patrol/position/PositionLine.tsx';
import type { Submitted } from '@lookout/web/patrol/upload-queue.ts';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { newKey, newUuid } from '@lookout/web/shared/new-key.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SosPlace } from '../sos.ts';
import { type OwnSos, ownSosOf, type SosEntry } from './own-sos.ts';

/** How often the server is asked what became of it. */
const FOLLOW_MS = 5_000;

export interface OwnSosRoom {
  readonly own: OwnSos | null;
  /** The search for the position begins with the press, so that three seconds later there may be one. */
  readonly beginSearch: () => void;
  readonly endSearch: () => void;
  readonly raise: () => Promise<Submitted>;
  readonly cancel: (reason: string) => Promise<void>;
  /** Puts away one that is over. */
  readonly dismiss: () => void;
}

interface Search {
  readonly stop: () => void;
  best: SosPlace | null;
  /** The SOS that was raised meanwhile, and the position it went with. */
  raised: { readonly sosId: string; readonly place: SosPlace | null } | null;
}

/**
 * @param beats how often the server has answered
 * @param here where the phone is as long as its position is shared; a watch reports only changes, so it is current
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
      // No answer, or it cannot be kept: what is known stays, and the next beat asks again. The page's banner tells of the line.
    }
  }, [client, owner, store]);
  const sent = entries.filter(({ stage }) => stage.kind === 'sent').length;
  // Asked after each answer of the server, and as soon as an entry arrived.
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
          // A better position than the one it was raised with follows it.
          if (raised !== null && best !== null && best !== raised.place)
            void submit({ ...base(raised.sosId), what: 'locate', place: best });
        },
      }),
    };
    search.current = started;
  };

  /** Where the phone is, else the newest position of its track: that may be old, and says so. */
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
