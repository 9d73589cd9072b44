// The ranger's own safety: asked for beside his positions, kept on this phone, and called out when his margin is short.
import { isDeadSession } from '@lookout/client';
import type { MapWayOut } from '@lookout/web/patrol/map/GridMapView.tsx';
import type { Here } from '@lookout/web/patrol/position/PositionLine.tsx';
import { useRing } from '@lookout/web/patrol/ring.ts';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSafetyMessages } from '../parts/messages.ts';
import type { OwnSafety, SafePlaceKind } from '../safety.ts';
import { type OwnSafetyView, ownSafetyView } from './own-safety.ts';

/** As often as the server looks at people. */
const POLL_MS = 15_000;
/** The minutes run down without the server. */
const TICK_MS = 5_000;
/** Until he has pressed that he knows. */
const CALL_AGAIN_MS = 20_000;

export interface OwnSafetyRoom {
  readonly view: OwnSafetyView;
  /** As the server last told it; null: never. */
  readonly known: OwnSafety | null;
  /** The last poll had no answer. */
  readonly isStale: boolean;
  readonly isAcknowledged: boolean;
  readonly acknowledge: () => void;
  /** For his map; null: nothing threatens him, or what is known is over. */
  readonly wayOut: MapWayOut | null;
}

/** @param here where the phone is as long as its position is shared */
export function useOwnSafety(device: PatrolDevice, here: Here | null): OwnSafetyRoom {
  const { client, now } = useServices();
  const { kinds } = useSafetyMessages();
  const { owner, store, positions } = device;
  const [known, setKnown] = useState(device.safety);
  const [isStale, setStale] = useState(false);
  const [at, setAt] = useState(now);
  const [acknowledged, setAcknowledged] = useState<string | null>(null);
  const { sentAt } = useSyncExternalStore(positions.subscribe, positions.get);
  const over = useRef(false);
  const polledAt = useRef(Number.NEGATIVE_INFINITY);

  const poll = useCallback(async () => {
    if (over.current) return;
    polledAt.current = performance.now();
    try {
      const next = await client.safety.mySafety({ body: {}, silent: true, occasion: 'background' });
      setKnown(next);
      setStale(false);
      setAt(now());
      // It is shown even if it cannot be stored.
      await store.keepSafety({ owner, of: next }).catch(() => undefined);
    } catch (error) {
      if (isDeadSession(error)) over.current = true;
      setStale(true);
    }
  }, [client, now, owner, store]);

  useEffect(() => {
    const seen = () => {
      if (!document.hidden) void poll();
    };
    // Where positions are sent, each of them has asked already.
    const timer = setInterval(() => performance.now() - polledAt.current > POLL_MS / 2 && void poll(), POLL_MS);
    const tick = setInterval(() => setAt(now()), TICK_MS);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('online', seen);
    return () => {
      clearInterval(timer);
      clearInterval(tick);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', seen);
    };
  }, [poll, now]);
  // At the start, and as soon as the server has a newer position of his.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever positions have arrived
  useEffect(() => void poll(), [poll, sentAt]);

  const view = ownSafetyView(known, here, at);
  const dangerId = view.kind === 'danger' ? view.id : null;
  const isAcknowledged = dangerId !== null && dangerId === acknowledged;
  const isOnMap = view.kind !== 'none' && view.kind !== 'expired';
  const wayOut = useMemo(() => (known !== null && isOnMap ? wayOutOnMap(known, kinds) : null), [known, isOnMap, kinds]);
  useCall(dangerId !== null && !isAcknowledged);
  return { view, known, isStale, isAcknowledged, acknowledge: () => setAcknowledged(dangerId), wayOut };
}

function wayOutOnMap(
  { safety: { escape: way }, safePlaces, outlines }: OwnSafety,
  kinds: Readonly<Record<SafePlaceKind, string>>,
): MapWayOut {
  return {
    path: way?.path ?? [],
    safePlaces: [...(way === null ? [] : [{ position: way.place, kind: way.kind }]), ...safePlaces].map(({ position, kind }) => ({
      ...position,
      label: kinds[kind],
    })),
    outlines: outlines.map(({ coordinates }) => coordinates),
  };
}

/** Sound and vibration, again and again while `isOn`. */
function useCall(isOn: boolean): void {
  const ring = useRing();
  useEffect(() => {
    if (!isOn) return;
    ring();
    const timer = setInterval(ring, CALL_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, ring]);
}
