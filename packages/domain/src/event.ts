// What every event carries in addition to its payload: who caused it, to which object it happened, when and where.
import type { GridNo } from './grid.ts';

/** A person's data at the time of the action. */
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
  /** The object's grid after the event. It decides which desks may see the event. */
  readonly gridNo: GridNo;
  /** The grid that the object left by this event, whose desks must be notified too; null: the grid did not change. */
  readonly leftGridNo: GridNo | null;
  /** The time on the sender's clock. A phone without a signal sends late. */
  readonly happenedAt: Date;
  /** When it was stored here. */
  readonly recordedAt: Date;
  readonly payload: P;
}

/** The tagged union of a table of payloads by kind. */
export type OccurrencesOf<P> = { readonly [K in keyof P & string]: Occurrence<K, P[K]> }[keyof P & string];

/** Kind and payload alone: the result of a decision, before the actor and time are added. */
export type ChangesOf<P> = { readonly [K in keyof P & string]: { readonly kind: K; readonly payload: P[K] } }[keyof P & string];

/** An event with its position in the log. `seq` is global and in commit order. */
export type Logged<E> = E & { readonly seq: number };

/** The name shown for an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'officer' ? actor.fullName : actor.name);

/** The actor's name and account. Only a person has an account. */
export const whoActed = (actor: Actor) => ({
  name: actorName(actor),
  accountId: actor.kind === 'officer' ? actor.accountId : null,
});

/** Which events of a month remain in the log when the month is archived (decision 0054). */
export const KEEPINGS = [
  /**
   * The object may change again in any state, the event records whose decision the object is (`DECIDING_EVENTS`), or the statistics count
   * it.
   */
  'always',
  /** All these events of an object are archived together, once the object is closed. */
  'while-open',
  /** The event states the whole object, so only the newest event of an object is needed. */
  'until-next-state',
  /** The event states whether a camera is reachable, so only the newest is needed. */
  'until-next-line',
  /** No state is derived from the event. */
  'never',
] as const;
export type Keeping = (typeof KEEPINGS)[number];

// All kinds together: the list of features adds its payloads and states to these by declaration.

/** The payloads of all events by kind. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of features adds to it by declaration
export interface EventPayloads {}
/** The state of each kind of object; null: its events form no state. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of features adds to it by declaration
export interface ObjectStates {}

export type EventKind = keyof EventPayloads;
export type DomainEvent = OccurrencesOf<EventPayloads>;
export type LoggedEvent = Logged<DomainEvent>;
export type DomainEventOf<K extends EventKind> = Extract<DomainEvent, { kind: K }>;

export type ObjectKind = keyof ObjectStates;
/** What an audit row may be about: the objects of events, and objects that change without events. */
export type AuditedKind =
  | ObjectKind
  | 'database'
  | 'gate-image'
  | 'group'
  | 'import'
  | 'map-embed'
  | 'menu'
  | 'incident-policy'
  | 'notification-policy'
  | 'second-look-policy'
  | 'sms-template'
  | 'upload'
  | 'webhook';
type KindsOf<O extends ObjectKind> = Extract<EventKind, `${O}.${string}`>;
export type EventOf<O extends ObjectKind> = DomainEventOf<KindsOf<O>>;

/** The object kind of an event kind: `alarm.judged` happens to an `alarm`. */
export const objectKindOf = (kind: EventKind): ObjectKind => kind.slice(0, kind.indexOf('.')) as ObjectKind;

/** A kind of object whose events are in the log: how its state follows from them, and which of them remain in the log. */
export interface EventObject<P, S, Short> {
  /** The state after an event; null: the object was deleted. Pure. `apply: null`: the events of the object form no state. */
  readonly apply: ((state: S | null, event: OccurrencesOf<P>) => S | null) | null;
  /** Which of its events remain in the log when their month is archived. */
  readonly keeping: { readonly [K in keyof P]: Keeping };
  /**
   * Whether the object still needs attention or may still change. Objects of an exercise are read again as a whole and count as open.
   * Defined only where events remain in the log while the object is open (a test compares them).
   */
  readonly isOpen?: (state: S, now: Date) => boolean;
  /**
   * The event summaries in the history and the audit, for events whose payload is long or stored elsewhere. Other events show the payload.
   */
  readonly summaries?: Short;
  /** For types only: it has no value. */
  readonly payloads?: P;
}

/** Checks an object and infers the types of its summaries. */
export const eventObject =
  <P, S>() =>
  <const Short extends { readonly [K in keyof P]?: (payload: P[K]) => unknown }>(
    object: EventObject<P, S, Short>,
  ): EventObject<P, S, Short> =>
    object;

/** Minimum number of whole months in a log that is not stored completely. The database refuses fewer. */
export const LEAST_MONTHS = { event: 3, audit: 12 } as const;
