// Sends the tasks of recurring patrols when they are due. Each occurrence is sent once, however many servers run this. Rule, occurrence,
// task and events are written in one transaction; the key (rule, day) prevents duplicates even if a lock were lost.

import { randomUUID } from 'node:crypto';
import { MINUTE_MS, NATION, type System } from '@lookout/domain';
import { type Act, actOf } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { Repositories } from '../../store.ts';
import {
  applyToPatrol,
  dayAfter,
  duenessOf,
  nextOccurrences,
  type Occurrence,
  occurrencesBetween,
  type PatrolChange,
  type PatrolOutcome,
  type PatrolRule,
} from '../patrol.ts';
import type { SettledPatrol } from '../patrols.store.ts';
import { type Task, taskTypeOf } from '../task.ts';
import { PATROL_SCHEDULE } from '../task.wire.ts';
import { fileOf, type Person, stillThere } from './members.ts';

const EVERY_MS = 20_000;
/** Maximum occurrences of one rule in one transaction. The rest follows at once. */
const AT_ONCE = 100;

const SCHEDULE: System = { kind: 'system', name: PATROL_SCHEDULE };

export function startPatrolSchedule({ journal, clock, log, waits }: Pick<Room, 'journal' | 'clock' | 'log' | 'waits'>): Polling {
  const sendDue = async (): Promise<void> => {
    // A rule that cannot be sent must not block the others.
    const failed: string[] = [];
    for (let isMore = true; isMore; ) {
      const now = clock();
      let ruleId: string | null = null;
      try {
        const act = actOf(SCHEDULE, { name: 'send-patrols', scope: NATION, now });
        isMore = await journal.transact(act, async (tx) => {
          const due = await tx.patrols.lockDue(now, failed);
          if (due === null) return { value: false, happened: [] };
          ruleId = due.rule.id;
          return { value: true, happened: await settle(tx, act, due) };
        });
      } catch (error) {
        if (ruleId === null) throw error;
        failed.push(ruleId);
        log.warn({ err: error, patrol: ruleId }, 'a recurring patrol could not be sent');
      }
    }
  };
  return poll({
    run: sendDue,
    everyMs: waits.patrolsEveryMs ?? EVERY_MS,
    failed: (error) => log.warn({ err: error }, 'recurring patrols could not be looked at'),
  });
}

/** Sends the due occurrences of one locked rule, oldest first. @returns what happened */
async function settle(tx: Repositories, act: Act, { rule, settledUntil }: SettledPatrol): Promise<Happened[]> {
  const due = occurrencesBetween(rule.content, settledUntil, new Date(act.now.getTime() + 1), AT_ONCE);
  const happened: Happened[] = [];
  for (const occurrence of due) happened.push(...(await occur(tx, act, rule, occurrence)));
  const last = due.at(-1);
  const until = last === undefined ? act.now : dayAfter(last.day);
  const isOver = nextOccurrences(rule.content, until, 1).length === 0;
  const ended = isOver ? changed(act, rule, { kind: 'patrol.ended', payload: { reason: null, revision: rule.revision + 1 } }) : null;
  await tx.patrols.save({ rule: ended?.after ?? rule, settledUntil: until });
  return ended === null ? happened : [...happened, ended];
}

async function occur(tx: Repositories, act: Act, rule: PatrolRule, { day, at }: Occurrence): Promise<Happened[]> {
  const dueness = duenessOf(at, act.now);
  const { people, skipped } =
    dueness === 'missed' ? { people: [], skipped: [] } : await stillThere(tx, rule.ownerGridNo, rule.content.members);
  const outcome: PatrolOutcome = dueness !== 'missed' && people.length === 0 ? 'nobody' : dueness;
  const task = people.length === 0 ? null : taskOf(act, rule, { day, at, isLate: dueness === 'late', people, skipped });
  const taskId = task?.id ?? null;
  if (!(await tx.patrols.settle({ ruleId: rule.id, day, plannedAt: at, outcome, taskId, skipped }))) return [];
  const occurred = changed(act, rule, { kind: 'patrol.occurred', payload: { day, outcome, taskId, skipped } });
  if (task === null) return [occurred];
  const file = fileOf(task);
  await tx.tasks.create(file, null);
  const where = { objectId: task.id, gridNo: task.gridNo };
  return [occurred, { event: eventOf(act, { kind: 'task.dispatched', payload: file }, where), after: file }];
}

function changed(act: Act, rule: PatrolRule, change: PatrolChange): Happened & { readonly after: PatrolRule } {
  const event = eventOf(act, change, { objectId: rule.id, gridNo: rule.gridNo });
  const after = applyToPatrol(rule, { ...change, happenedAt: event.happenedAt }, PATROL_SCHEDULE);
  if (after === null) throw new Error('a rule is never gone');
  return { event, after };
}

interface Sending extends Occurrence {
  readonly isLate: boolean;
  readonly people: readonly Person[];
  readonly skipped: readonly string[];
}

function taskOf({ now }: Act, rule: PatrolRule, { day, at, isLate, people, skipped }: Sending): Task {
  const { content } = rule;
  const { checklist, ...order } = content.order;
  // A late patrol gets its full duration from now on, because its planned window may be over.
  const startsAt = isLate ? now : at;
  return {
    ...order,
    id: randomUUID(),
    startsAt,
    endsAt: new Date(startsAt.getTime() + content.durationMinutes * MINUTE_MS),
    type: taskTypeOf(null),
    position: content.position,
    gridNo: rule.gridNo,
    address: content.address,
    fireId: null,
    fireKind: null,
    operatorId: rule.writtenById,
    operatorName: rule.writtenBy,
    photos: [],
    createdAt: now,
    cancelledAt: null,
    cancelReason: null,
    ...(checklist !== null && { checklist }),
    patrol: { ruleId: rule.id, name: content.name, day, isLate, skipped, route: content.route },
    members: people.map((person) => ({ ...person, state: 'sent', stateAt: now })),
  };
}
