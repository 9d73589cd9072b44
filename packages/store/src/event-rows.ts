// Between a domain event and the row of the log that holds it.
import type { Actor, DomainEvent, EventKind, GridNo, LoggedEvent, Origin } from '@lookout/domain';
import type { Selectable } from 'kysely';
import type { EventTable } from './tables.ts';

/** In payloads a moment is what is called `at` or ends in `At`; nothing else is called so (domain events). */
const MOMENT_NAME = /(?:^a|A)t$/;
const MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What JSON made texts of are moments again. */
export function withMoments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoments);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' && MOMENT_NAME.test(name) && MOMENT.test(one) ? new Date(one) : withMoments(one),
    ]),
  );
}

/** The actor as `append_events` reads it. */
export function actorColumns(actor: Actor) {
  if (actor.kind !== 'officer') return actor;
  const { kind, accountId, userName, fullName, post, gridNo, desk } = actor;
  return { kind, accountId, name: userName, fullName, post, gridNo, desk };
}

/** An origin as the functions of the database read it. */
export const originColumns = ({ actor, requestId }: Origin) => ({ requestId, actor: actorColumns(actor) });

type OriginRow = Pick<
  Selectable<EventTable>,
  'actor' | 'account_id' | 'actor_name' | 'full_name' | 'post' | 'actor_grid_no' | 'desk' | 'request_id'
>;

export function originOf(row: OriginRow): Origin {
  const { actor, account_id, actor_name: name, full_name, post, actor_grid_no, desk, request_id: requestId } = row;
  if (actor !== 'officer' || account_id === null || actor_grid_no === null) {
    return { actor: { kind: actor === 'feed' ? 'feed' : 'system', name }, requestId };
  }
  const officer = {
    kind: 'officer',
    accountId: account_id,
    userName: name,
    fullName: full_name ?? name,
    post,
    gridNo: actor_grid_no,
    desk,
  } as const;
  return { actor: officer, requestId };
}

/** Of a row that carries its own payload (not of a run of recorded alarms). */
export const eventOfRow = (row: Selectable<EventTable>): LoggedEvent =>
  ({
    id: row.id,
    seq: row.seq,
    kind: row.kind as EventKind,
    objectId: row.object_id,
    gridNo: row.grid_no as GridNo,
    leftGridNo: row.left_grid_no,
    happenedAt: row.happened_at,
    recordedAt: row.recorded_at,
    ...originOf(row),
    payload: withMoments(row.payload),
    // What was written under a kind is that kind's payload; the row cannot say so in its type.
  }) as unknown as LoggedEvent;

/** An event as `append_events` reads it. */
export const eventColumns = (event: DomainEvent, numbers: number) => ({
  id: event.id,
  kind: event.kind,
  objectId: event.objectId,
  gridNo: event.gridNo,
  leftGridNo: event.leftGridNo,
  happenedAt: event.happenedAt,
  recordedAt: event.recordedAt,
  requestId: event.requestId,
  numbers,
  payload: event.payload,
  actor: actorColumns(event.actor),
});
