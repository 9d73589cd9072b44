import { readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { patrolOccurrence, patrolRule, plannedPatrol, taskTemplate } from './patrol.schema.ts';
import { PATROL_OUTCOMES, type PatrolRule } from './patrol.ts';
import {
  type PatrolDraft,
  readPatrolOccurrence,
  readPatrolRule,
  readPlannedPatrol,
  readTaskTemplate,
  writePatrolDraft,
  writePatrolOccurrence,
  writePatrolRule,
  writePlannedPatrol,
  writeTaskTemplate,
  writeTemplateDraft,
} from './patrol.wire.ts';
import { task as taskSchema } from './task.schema.ts';
import type { Task } from './task.ts';
import { readTask, writeTask } from './task.wire.ts';
import { taskPlanCalls } from './task-plan.calls.ts';
import type { TaskTemplate, TaskTemplateDraft } from './task-template.ts';

const ID = '01930000-0000-7000-8000-000000000000';
const OTHER = '01930000-0000-7000-8000-000000000001';
const here = { gridNo: '513221' as GridNo, gridName: '汶川县' };
const { gridNo } = here;
const nameOf = () => here.gridName;
const at = (text: string) => readTime(text);
const position = { lng: 103.59, lat: 31.48 };
const route = { kind: 'line', points: [position, { lng: 103.6, lat: 31.5 }] } as const;
const order = {
  content: '巡护沟口',
  priority: 3,
  peopleCount: 2,
  vehicleCount: 1,
  equipmentCount: 4,
  reserve: '带水',
  checklist: '祭祀用火\n水源',
} as const;
const draft: TaskTemplateDraft = { name: '清明巡护', durationMinutes: 240, ...order };
const template: TaskTemplate = { ...draft, id: ID, gridNo, revision: 2, changedBy: '甲', changedAt: at('2026-11-21 10:00:00') };
const rule: PatrolRule = {
  id: ID,
  gridNo,
  ownerGridNo: '513200' as GridNo,
  state: 'running',
  revision: 3,
  content: {
    name: '清明巡护',
    repeat: { kind: 'weekdays', weekdays: [1, 5] },
    beginDay: '2026-11-20',
    endDay: '2026-12-01',
    timeOfDay: '08:30',
    durationMinutes: 240,
    exceptDays: ['2026-11-23'],
    order,
    members: [{ userId: OTHER, fullName: '护林员01' }],
    position,
    address: '沟口',
    route,
  },
  createdBy: '甲',
  createdAt: at('2026-11-20 10:00:00'),
  changedBy: '乙',
  changedAt: at('2026-11-20 11:00:00'),
  writtenBy: '甲',
  writtenById: OTHER,
  endReason: null,
};
const task: Task = {
  id: ID,
  ...{ content: order.content, priority: 3, peopleCount: 0, vehicleCount: 0, equipmentCount: 0, reserve: null },
  startsAt: at('2026-11-20 08:30:00'),
  endsAt: at('2026-11-20 12:30:00'),
  type: 'newly-found',
  position,
  gridNo,
  address: '沟口',
  fireId: null,
  fireKind: null,
  operatorId: OTHER,
  operatorName: '甲',
  photos: [],
  createdAt: at('2026-11-20 08:30:05'),
  cancelledAt: null,
  cancelReason: null,
  members: [],
  checklist: order.checklist,
  patrol: { ruleId: ID, name: '清明巡护', day: '2026-11-20', isLate: true, skipped: ['护林员02'], route },
};
const last = { day: '2026-11-20', outcome: 'made' } as const;
const next = [at('2026-11-27 08:30:00'), at('2026-11-30 08:30:00')];
const planned = { ruleId: ID, gridNo, name: '清明巡护', beginsAt: at('2026-11-27 08:30:00'), endsAt: at('2026-11-27 12:30:00') };

describe('a client reads exactly what a server wrote', () => {
  it.each([
    ['a template', taskTemplate, writeTaskTemplate(template, nameOf), readTaskTemplate, { ...template, ...here }],
    [
      'a recurring patrol, with what came of it last and what comes next: the Monday left out is not in it',
      patrolRule,
      writePatrolRule(rule, { nameOf, from: at('2026-11-21 00:00:00'), last }),
      readPatrolRule,
      { ...rule, ...here, next, last },
    ],
    [
      'a paused one, which comes at no time',
      patrolRule,
      writePatrolRule({ ...rule, state: 'paused' }, { nameOf, from: at('2026-11-21 00:00:00'), last: null }),
      readPatrolRule,
      { ...rule, ...here, state: 'paused', next: [], last: null },
    ],
    ['a planned one', plannedPatrol, writePlannedPatrol(planned), readPlannedPatrol, planned],
    ['a task of a patrol', taskSchema, writeTask(task, nameOf), readTask, { ...task, ...here }],
  ] as const)('%s', (_, schema, written, read, expected) => {
    const travelled: unknown = JSON.parse(JSON.stringify(written));
    expect(schema.parse(travelled)).toEqual(travelled);
    expect((read as (wire: unknown) => unknown)(travelled)).toEqual(expected);
  });

  it.each(PATROL_OUTCOMES)('an occurrence with outcome %s', (outcome) => {
    const occurrence = { ruleId: ID, day: '2026-11-20', plannedAt: at('2026-11-20 08:30:00'), outcome, taskId: null, skipped: ['乙'] };
    const written = patrolOccurrence.parse(JSON.parse(JSON.stringify(writePatrolOccurrence(occurrence))));
    expect(readPatrolOccurrence(written)).toEqual(occurrence);
  });
});

describe('the call accepts what a client writes', () => {
  it('a template', () => {
    expect(taskPlanCalls.createTaskTemplate.input.parse({ gridNo, ...writeTemplateDraft(draft) })).toMatchObject({
      name: '清明巡护',
      taskContent: '巡护沟口',
      fireEngine: 1,
      durationMinutes: 240,
    });
  });

  const { members: _, address: __, ...content } = rule.content;
  const sent: PatrolDraft = { ...content, memberIds: [OTHER] };
  const faultsOf = (change: Partial<PatrolDraft>) =>
    taskPlanCalls.createPatrol.input
      .safeParse({ content: writePatrolDraft({ ...sent, ...change }) })
      .error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('a recurring patrol', () => expect(faultsOf({})).toEqual([]));

  it.each([
    ['no name', { name: ' ' }, 'content.name'],
    ['no day of the week', { repeat: { kind: 'weekdays', weekdays: [] } }, 'content.repeat.weekdays'],
    ['an interval of no day', { repeat: { kind: 'every', days: 0 } }, 'content.repeat.days'],
    ['a day that does not exist', { beginDay: '2026-02-30' }, 'content.beginDay'],
    ['an end before its beginning', { endDay: '2026-11-19' }, 'content.endDay'],
    ['no time of day', { timeOfDay: '25:00' }, 'content.timeOfDay'],
    ['a patrol of two days', { durationMinutes: 2_881 }, 'content.durationMinutes'],
    ['only days that are left out', { endDay: '2026-11-20', exceptDays: ['2026-11-20'] }, 'content.exceptDays'],
    ['nobody', { memberIds: [] }, 'content.taskMember'],
    ['no place', { position: null, route: null }, 'content.position'],
    ['an area of two points', { route: { kind: 'area', points: route.points } }, 'content.route.points'],
  ] as const)('is refused with %s, naming the field', (_name, change, path) =>
    expect(faultsOf(change as Partial<PatrolDraft>)).toEqual([path]),
  );
});
