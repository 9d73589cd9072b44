// A ranger's own SOS: what this phone has entered, joined with what the server answers. Pure.

import type { Named } from '@lookout/domain';
import type { Entry, Sendable } from '@lookout/web/patrol/upload-queue.ts';
import { isSosOpen, type Sos, type SosPlace } from '../sos.ts';

/** An act on an SOS that waits to be sent; `photos` is always empty. */
export type SosEntry = Sendable & {
  /** Made by this phone: however often it is sent, it is one SOS. */
  readonly sosId: string;
} & (
    | { readonly what: 'raise'; readonly place: SosPlace | null }
    | { readonly what: 'locate'; readonly place: SosPlace }
    | { readonly what: 'cancel'; readonly reason: string }
  );

export type OwnSos =
  /** Not at the server yet. */
  | { readonly kind: 'waiting'; readonly sosId: string; readonly raisedAt: number }
  /** The server does not take it, and says why. */
  | { readonly kind: 'refused'; readonly sosId: string; readonly raisedAt: number; readonly message: string }
  /** At the server; `known` null: it has not been asked since. */
  | {
      readonly kind: 'delivered';
      readonly sosId: string;
      readonly raisedAt: number;
      readonly deliveredAt: number;
      readonly known: Named<Sos> | null;
    }
  /** Called off here; the server has not heard of it yet. */
  | { readonly kind: 'cancelling'; readonly sosId: string; readonly raisedAt: number }
  | { readonly kind: 'over'; readonly sosId: string; readonly raisedAt: number; readonly known: Named<Sos> };

/** What happened longer ago is not shown any more. */
const SHOWN_MS = 12 * 3_600_000;

/**
 * The SOS that the page shows: the last one.
 * @param entries of this ranger
 * @param mine the server's, newest first; null: not asked yet
 * @param now by this phone's clock
 */
export function ownSosOf(entries: readonly Entry<SosEntry>[], mine: readonly Named<Sos>[] | null, now: number): OwnSos | null {
  const [raise] = entries.filter(({ what }) => what === 'raise').toSorted((a, b) => b.writtenAt - a.writtenAt);
  const open = mine?.find(isSosOpen);
  // Raised by another phone, or before this one was cleared.
  if (open !== undefined && (raise === undefined || raise.writtenAt < open.raisedAt.getTime() - SHOWN_MS)) return deliveredOf(open);
  if (raise === undefined || now - raise.writtenAt > SHOWN_MS) return null;
  const { sosId, writtenAt: raisedAt, stage } = raise;
  const known = mine?.find(({ id }) => id === sosId) ?? null;
  if (known !== null && !isSosOpen(known)) return { kind: 'over', sosId, raisedAt, known };
  const isCalledOff = entries.some((entry) => entry.sosId === sosId && entry.what === 'cancel' && entry.stage.kind !== 'refused');
  if (isCalledOff) return { kind: 'cancelling', sosId, raisedAt };
  if (stage.kind === 'refused') return { kind: 'refused', sosId, raisedAt, message: stage.message };
  if (stage.kind === 'sent') return { kind: 'delivered', sosId, raisedAt, deliveredAt: stage.at, known };
  // The answer was lost, but the server has it.
  return known === null ? { kind: 'waiting', sosId, raisedAt } : { ...deliveredOf(known), raisedAt };
}

const deliveredOf = (known: Named<Sos>): OwnSos & { kind: 'delivered' } => ({
  kind: 'delivered',
  sosId: known.id,
  raisedAt: known.raisedAt.getTime(),
  deliveredAt: known.receivedAt.getTime(),
  known,
});

/** Only where the last one is over may another be raised. */
export const mayRaise = (own: OwnSos | null): boolean => own === null || own.kind === 'over' || own.kind === 'refused';
