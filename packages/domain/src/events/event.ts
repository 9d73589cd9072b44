// What every domain event carries beside its payload: what it happened to, where, when, who made it happen, and in answer to which request.
import type { GridNo } from '../grid.ts';

/** A person, as they were known when they acted. */
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

/** Who made something happen, and by which request. */
export interface Origin {
  readonly actor: Actor;
  /** The `X-Request-Id` of the call; null: no call. A page recognises its own changes by it. */
  readonly requestId: string | null;
}

/** What happened to one object. `K` is the kind (`alarm.judged`), `P` what belongs to it. */
export interface Occurrence<K extends string, P> extends Origin {
  readonly id: string;
  readonly kind: K;
  readonly objectId: string;
  /** Where the object lies afterwards: the grid fence of the event. */
  readonly gridNo: GridNo;
  /** The grid it left by this event, which must hear of it too; null: it stayed. */
  readonly leftGridNo: GridNo | null;
  /** When it happened, by the clock of whoever says so (a phone out of signal says it late). */
  readonly happenedAt: Date;
  /** When it was stored here. */
  readonly recordedAt: Date;
  readonly payload: P;
}

/** The tagged union of a table of payloads by kind. */
export type OccurrencesOf<P> = { readonly [K in keyof P & string]: Occurrence<K, P[K]> }[keyof P & string];

/** Kind and payload alone: what a decision yields before it is known when and by whom. */
export type ChangesOf<P> = { readonly [K in keyof P & string]: { readonly kind: K; readonly payload: P[K] } }[keyof P & string];

/** With its place in the log: `seq` is global and follows the order of commits. */
export type Logged<E> = E & { readonly seq: number };

/** The name that stands beside what somebody did. */
export const actorName = (actor: Actor): string => (actor.kind === 'officer' ? actor.fullName : actor.name);
