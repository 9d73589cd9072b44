// The objects whose events are in the log, from all features. An event is stored once, in the transaction of its change; history, audit,
// live messages and indexes are derived from it.
import {
  type DomainEvent,
  type DomainEventOf,
  type EventKind,
  type EventObject,
  type EventOf,
  type EventPayloads,
  type ObjectKind,
  type ObjectStates,
  objectKindOf,
} from '@lookout/domain';
import { objects } from './objects.generated.ts';

type Objects = typeof objects;
type AnyObject = EventObject<unknown, unknown, Readonly<Record<string, (payload: never) => unknown>>>;

type PayloadsOf<O> = O extends EventObject<infer P, infer _S, infer _Short> ? P : never;
type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type AllPayloads = Intersected<{ [K in keyof Objects]: PayloadsOf<Objects[K]> }[keyof Objects]>;
type AllStates = { readonly [K in keyof Objects]: Objects[K] extends EventObject<infer _P, infer S, infer _Short> ? S : never };

declare module '@lookout/domain/event.ts' {
  interface EventPayloads extends AllPayloads {}
  interface ObjectStates extends AllStates {}
}

// The table pairs each kind of object with its events and its state; TypeScript cannot follow the pairing through the lookup.
const objectOf = (kind: EventKind): AnyObject => objects[objectKindOf(kind)] as unknown as AnyObject;

/** Whether the events of this object build up a state. */
export const hasState = (kind: EventKind): boolean => objectOf(kind).apply !== null;

/**
 * The state of an object after an event. Pure.
 * @param state null: not created yet, or deleted
 * @returns null: deleted
 */
export const apply = <O extends ObjectKind>(state: ObjectStates[O] | null, event: EventOf<O>): ObjectStates[O] | null =>
  (objectOf(event.kind).apply?.(state, event as never) ?? null) as ObjectStates[O] | null;

/** Folds all events of one object, oldest first. */
export const fold = <O extends ObjectKind>(events: readonly EventOf<O>[], first: ObjectStates[O] | null = null): ObjectStates[O] | null =>
  events.reduce<ObjectStates[O] | null>((state, event) => apply<O>(state, event), first);

// Summaries: what the history and the audit show of an event. Shorter than the payload where that is long or stored elsewhere.

type ShortOf<O> =
  O extends EventObject<infer _P, infer _S, infer Short>
    ? { [K in keyof Short]: Short[K] extends (payload: never) => infer T ? T : never }
    : never;
type ShortSummaries = Intersected<{ [K in keyof Objects]: ShortOf<Objects[K]> }[keyof Objects]>;
/** By kind; an event without a separate summary is represented by its payload. */
type EventSummaries = Omit<EventPayloads, keyof ShortSummaries> & ShortSummaries;
export type EventSummary = { readonly [K in EventKind]: { readonly kind: K; readonly detail: EventSummaries[K] } }[EventKind];

export function summaryOf<K extends EventKind>({ kind, payload }: Pick<DomainEventOf<K>, 'kind' | 'payload'>): EventSummary;
export function summaryOf({ kind, payload }: Pick<DomainEvent, 'kind' | 'payload'>): EventSummary {
  const shorten = objectOf(kind).summaries?.[kind];
  return { kind, detail: shorten ? shorten(payload as never) : payload } as EventSummary;
}

// What is retained of the log (decision 0054). The database reads the first table from `log_keeping` and implements the second as
// `is_over_object`; a test compares them.

/** What is retained of an event when its month is removed from the log. */
export const KEEPING = Object.assign({}, ...Object.values(objects).map(({ keeping }) => keeping)) as EventObject<
  EventPayloads,
  never,
  never
>['keeping'];

/** @param state null: the object was deleted */
export const isObjectOpen = <O extends ObjectKind>(kind: O, state: ObjectStates[O] | null, now: Date): boolean =>
  state !== null && ((objects[kind] as unknown as AnyObject).isOpen?.(state, now) ?? false);

/** Whether objects of this kind can be closed. */
export const isClosable = (kind: ObjectKind): boolean => (objects[kind] as unknown as AnyObject).isOpen !== undefined;
