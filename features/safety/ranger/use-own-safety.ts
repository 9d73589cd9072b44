// The ranger's own safety: requested together with sending positions, stored on this phone, and signalled by sound when the margin is
// short.
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

/** The interval at which the server checks people. */
const POLL_MS = 15_000;
/** The display interval, at which the minutes are recalculated without the server. */
const TICK_MS = 5_000;
/** The alert is repeated at this interval until the ranger acknowledges it. */
const CALL_AGAIN_MS = 20_000;

export interface OwnSafetyRoom {
  readonly view: OwnSafetyView;
  /** The server's last reply; null: none yet. */
  readonly known: OwnSafety | null;
  /** True if the last poll failed. */
  readonly isStale: boolean;
  readonly isAcknowledged: boolean;
  readonly acknowledge: () => void;
  /** The way out for the ranger's map; null: no threat, or an expired forecast. */
  readonly wayOut: MapWayOut | null;
}

/** @param here the phone's position while it is shared */
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
      const { own: next } = await client.safety.mySafety({ body: {}, silent: true, occasion: 'background' });
      setKnown(next);
      setStale(false);
      setAt(now());
      // The reply is shown even if it cannot be stored.
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
    // While positions are sent, each of them has already caused a poll.
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
  // At the start, and as soon as the server has received a newer position.
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

/** Repeats sound and vibration while `isOn`. */
function useCall(isOn: boolean): void {
  const ring = useRing();
  useEffect(() => {
    if (!isOn) return;
    ring();
    const timer = setInterval(ring, CALL_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, ring]);
}
