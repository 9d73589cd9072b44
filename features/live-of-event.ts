// The live messages published for an event, built from the event and the object's state after it, by the feature of the object.

import { type GridNames, timePlacesOf, writeTimes } from '@lookout/contract';
import { type DomainEvent, type ObjectKind, type ObjectStates, objectKindOf } from '@lookout/domain';
import type { Alarm } from './alarm/alarm.ts';
import { isDrill } from './exercise/drill.ts';
import { liveMessages } from './live.generated.ts';
import { type LiveContent, liveSchemas } from './live-messages.ts';
import type { TaskFile } from './task/task.ts';

/** Objects whose events are not published to desks; only servers read them. */
export type UnpublishedObject = Exclude<ObjectKind, keyof typeof liveMessages>;

/** The content of a message, with its data as JSON has it. */
export type WrittenContent = Pick<LiveContent, 'kind' | 'gridNo'> & { readonly data: unknown };

type Messages = (event: DomainEvent, after: ObjectStates[ObjectKind] | null, nameOf: GridNames) => readonly LiveContent[];

/** Alarms, tasks and fires may belong to an exercise. */
function belongsToExercise(event: DomainEvent, after: ObjectStates[ObjectKind] | null): boolean {
  if (event.kind === 'incident.joined') return event.payload.exerciseId !== undefined;
  if (after === null) return false;
  const object = objectKindOf(event.kind);
  return (object === 'alarm' && isDrill(after as Alarm)) || (object === 'task' && isDrill((after as TaskFile).task));
}

/** Messages about an exercise's objects go to the exercise's topic. */
const aside = ({ kind, gridNo, data }: LiveContent): LiveContent =>
  ({ kind: 'exercise', gridNo, data: { of: kind, data } }) as LiveContent<'exercise'>;

/**
 * The live messages of an event, in the order of publication.
 * @param after the object's state after the event; null: deleted
 */
export function liveMessagesOf(event: DomainEvent, after: ObjectStates[ObjectKind] | null, nameOf: GridNames): WrittenContent[] {
  // The list pairs each kind of object with its events and its state; TypeScript cannot follow the pair through the lookup.
  const messagesOf = (liveMessages as Partial<Record<ObjectKind, unknown>>)[objectKindOf(event.kind)] as Messages | undefined;
  const own = messagesOf?.(event, after, nameOf) ?? [];
  const published = belongsToExercise(event, after) ? own.map(aside) : own;
  return published.map(({ kind, gridNo, data }) => ({ kind, gridNo, data: writeTimes(timePlacesOf(liveSchemas[kind]), data) }));
}
