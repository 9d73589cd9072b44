// What every event carries beside its payload: who caused it, to which object it happened, when and where.
import type { GridNo } from './grid.ts';

/** A person, as known when they acted. */
export interface Officer {
  readonly kind: 'officer';
  readonly accountId: string;
  readonly userName: string;
  readonly fullName: string;
  /** 岗位: the unit of the organisation the account belonged to; null when it had none. */
  readonly post: string | null;
  readonly gridNo: GridNo;
  /** The desk they acted from: network address and kind of browser. */
  readonly desk: string | null;
}

/** A machine that sends observations with the feed key. */
export interface Feed {
  readonly kind: 'feed';
  readonly name: string;
}

/** The product itself: a timer, an import, a command. */
export interface System {
  readonly kind: 'system';
  readonly name: string;
}

export type Actor = Officer | Feed | System;

/** Who caused an event, and by which request. */
export interface Origin {
  readonly actor: Actor;
  /** The `X-Request-Id` of the call; null: no call. A page recognises its own changes by it. */
  readonly requestId: string | null;
}

/** An event of one object. `K` is its kind (`alarm.judged`), `P` its payload. */
interface Occurrence<K extends string, P> extends Origin {
  readonly id: string;
  readonly kind: K;
  readonly objectId: string;
  /** Where the object lies afterwards: the grid fence of the event. */
  readonly gridNo: GridNo;
  /** The grid that the object left by this event, whose desks must be notified too; null: it stayed. */
  readonly leftGridNo: GridNo | null;
  /** By the sender's clock; a phone without signal sends late. */
  readonly happenedAt: Date;
  /** When it was stored here. */
  readonly recordedAt: Date;
  readonly payload: P;
}

/** The tagged union of a table of payloads by kind. */
export type OccurrencesOf<P> = { readonly [K in keyof P & string]: Occurrence<K, P[K]> }[keyof P & string];

/** Kind and payload alone: what a decision yields, before the actor and time are added. */
export type ChangesOf<P> = { readonly [K in keyof P & string]: { readonly kind: K; readonly payload: P[K] } }[keyof P & string];

/** With its position in the log: `seq` is global and in commit order. */
export type Logged<E> = E & { readonly seq: number };

/** The name shown for an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'officer' ? actor.fullName : actor.name);

/** The same with the account, which only a person has. */
export const whoActed = (actor: Actor) => ({ name: actorName(actor), accountId: actor.kind === 'officer' ? actor.accountId : null });
