import { readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { PatrolDraft } from './patrol.ts';
import { task as taskSchema } from './task.schema.ts';
import type { Task } from './task.ts';
import { readTask, writeTask } from './task.wire.ts';
import { taskPlanCalls } from './task-plan.calls.ts';
import type { TaskTemplateDraft } from './task-template.ts';

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
const patrol: PatrolDraft = {
  name: '清明巡护',
  repeat: { kind: 'weekdays', weekdays: [1, 5] },
  beginDay: '2026-11-20',
  endDay: '2026-12-01',
  timeOfDay: '08:30',
  durationMinutes: 240,
  exceptDays: ['2026-11-23'],
  order,
  memberIds: [OTHER],
  position,
  route,
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

it('a client reads a task of a patrol exactly as a server wrote it', () => {
  const travelled: unknown = JSON.parse(JSON.stringify(writeTask(task, nameOf)));
  expect(taskSchema.parse(travelled)).toEqual(travelled);
  expect(readTask(taskSchema.parse(travelled))).toEqual({ ...task, ...here });
});

describe('the call accepts what a client sends', () => {
  it('a template', () => {
    expect(taskPlanCalls.createTaskTemplate.input.parse({ gridNo, ...draft })).toMatchObject({
      name: '清明巡护',
      content: '巡护沟口',
      vehicleCount: 1,
      durationMinutes: 240,
    });
  });

  const faultsOf = (change: Partial<PatrolDraft>) =>
    taskPlanCalls.createPatrol.input.safeParse({ content: { ...patrol, ...change } }).error?.issues.map(({ path }) => path.join('.')) ?? [];

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
    ['nobody', { memberIds: [] }, 'content.memberIds'],
    ['no place', { position: null, route: null }, 'content.position'],
    ['an area of two points', { route: { kind: 'area', points: route.points } }, 'content.route.points'],
  ] as const)('is refused with %s, naming the field', (_name, change, path) =>
    expect(faultsOf(change as Partial<PatrolDraft>)).toEqual([path]),
  );
});
