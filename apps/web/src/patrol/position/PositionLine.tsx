import { formatTime } from '@lookout/contract';
import { POSITION_EVERY_MS } from '@lookout/features/ranger/ranger.ts';
import { useOwnTasksMessages } from '@lookout/features/task/ranger/messages.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fixTime, type PositionFault, whyNoPhonePosition } from '../phone-position.ts';
import type { PositionLog } from './position-log.ts';

/** 位置上报: whether the officers see this ranger's position. */
export function PositionLine({ own, log }: { readonly own: OwnPosition; readonly log: PositionLog }) {
  const { position: messages } = useOwnTasksMessages();
  const { waiting, sentAt, notTaken } = useSyncExternalStore(log.subscribe, log.get);
  const { sharing, here, fault, start, stop } = own;
  const impossible = fault === 'insecure' || fault === 'unsupported';
  return (
    <section className="patrol-card patrol-position line" aria-label={messages.title}>
      {fault !== null && <p className="patrol-hint">{messages.faults[fault]}</p>}
      {sharing && notTaken !== undefined && (
        <p className="patrol-hint" role="status">
          {notTaken}
        </p>
      )}
      {sharing && (
        <p role="status" className="tabular line">
          <span className="line-dot" aria-hidden="true" data-on={here !== null} />
          {here === null ? messages.searching : messages.on}
          {sentAt !== null && ` · ${messages.last(formatTime(new Date(sentAt)).slice(11))}`}
          {waiting > 0 && ` · ${messages.waiting(waiting)}`}
        </p>
      )}
      {!sharing && !impossible && <p className="patrol-second">{messages.startHint}</p>}
      {!impossible && (
        <button type="button" className="plain-button" onClick={sharing ? stop : start}>
          {sharing ? messages.stop : messages.start}
        </button>
      )}
    </section>
  );
}

// The phone's position while the page is open and sharing is allowed: for the route to a task, and for the officers as often as
// the server asks.
const STORAGE_KEY = 'patrol.position';
/** W3C Geolocation: GeolocationPositionError.code */
const FAULTS: Readonly<Record<number, PositionFault>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

export interface Here {
  readonly lng: number;
  readonly lat: number;
  /** 95 % confidence radius. */
  readonly accuracyMetres: number;
  /** The time of the fix, epoch milliseconds by the phone's own clock. */
  readonly at: number;
}

interface OwnPosition {
  readonly sharing: boolean;
  readonly here: Here | null;
  readonly fault: PositionFault | null;
  readonly start: () => void;
  readonly stop: () => void;
}

export function useOwnPosition(log: PositionLog): OwnPosition {
  const [never] = useState(() => whyNoPhonePosition(window));
  const [sharing, setSharing] = useState(false);
  const [here, setHere] = useState<Here | null>(null);
  const [fault, setFault] = useState<PositionFault | null>(never);
  const latest = useRef<Here | null>(null);

  // Starts automatically only with an earlier permission; otherwise the browser asks when the button is pressed.
  useEffect(() => {
    if (never !== null || localStorage.getItem(STORAGE_KEY) === 'off' || !navigator.permissions) return;
    let left = false;
    navigator.permissions.query({ name: 'geolocation' }).then(
      ({ state }) => {
        if (!left && state === 'granted') setSharing(true);
      },
      // In browsers without this permission query the button is shown.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [never]);

  const { everyMilliseconds } = useSyncExternalStore(log.subscribe, log.get);
  useEffect(() => {
    if (!sharing) return;
    // A watch reports only changes (W3C Geolocation): until then, or until a fault, the last position is current.
    const timer = setInterval(() => latest.current !== null && void log.add(latest.current), everyMilliseconds);
    return () => clearInterval(timer);
  }, [sharing, log, everyMilliseconds]);

  useEffect(() => {
    if (!sharing) return;
    let isFirst = true;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        latest.current = {
          lng: coords.longitude,
          lat: coords.latitude,
          accuracyMetres: coords.accuracy,
          at: fixTime(timestamp, Date.now()),
        };
        setHere(latest.current);
        setFault(null);
        if (isFirst) void log.add(latest.current);
        isFirst = false;
      },
      ({ code }) => {
        const why = FAULTS[code] ?? 'unavailable';
        latest.current = null;
        setFault(why);
        if (why === 'denied') setSharing(false);
      },
      { enableHighAccuracy: true, maximumAge: POSITION_EVERY_MS },
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      latest.current = null;
    };
  }, [sharing, log]);

  const start = useCallback(() => {
    localStorage.removeItem(STORAGE_KEY);
    setFault(null);
    setSharing(true);
  }, []);
  const stop = useCallback(() => {
    localStorage.setItem(STORAGE_KEY, 'off');
    setSharing(false);
  }, []);
  return { sharing, here: sharing ? here : null, fault, start, stop };
}
