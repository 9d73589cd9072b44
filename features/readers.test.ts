import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type Alarm, type SmokeFacts, UNANSWERED } from './alarm/alarm.ts';
import { writeAlarm } from './alarm/alarm.wire.ts';
import type { ListedGateImage } from './camera/camera.ts';
import { readGateImage, writeGateImage } from './camera/camera.wire.ts';
import { archivedPlot } from './plot/plot.schema.ts';
import type { Plot, PlotDraft } from './plot/plot.ts';
import { readArchivedPlot, writeArchivedPlot } from './plot/plot.wire.ts';
import { gateImage as gateImageSchema } from './post/post.calls.ts';
import { positionRow } from './ranger/ranger.calls.ts';
import { writeRangerPosition } from './ranger/ranger.wire.ts';
import { readers } from './readers.ts';
import { nearbyResource } from './resource/resource.schema.ts';
import type { NearbyAsset } from './resource/resource.ts';
import { readNearbyAsset, writeResource } from './resource/resource.wire.ts';
import type { ShortMessage } from './sms/short-message.ts';
import { readShortMessage, writeShortMessage } from './sms/short-message.wire.ts';
import { sms as smsSchema } from './sms/sms.schema.ts';
import { taskCalls } from './task/task.calls.ts';
import { memberStory as memberStorySchema, task as taskSchema } from './task/task.schema.ts';
import type { Task, TaskStep } from './task/task.ts';
import { type Dispatch, readMemberStory, readTask, writeDispatch, writeTask, writeTaskStep } from './task/task.wire.ts';

const ID = '01930000-0000-7000-8000-000000000000';
const OTHER = '01930000-0000-7000-8000-000000000001';
const nameOf = () => '汶川县';
const here = { gridNo: '513221' as GridNo, gridName: '汶川县' };
const { gridNo } = here;
const position = { lng: 103.5, lat: 31.4 };
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

const task: Task = {
  id: ID,
  content: '查看',
  startsAt: at(2),
  endsAt: at(6),
  priority: 2,
  type: 'satellite',
  position,
  gridNo,
  address: '沟口',
  fireId: OTHER,
  fireKind: 'camera',
  operatorId: 'o',
  operatorName: '值班员',
  photos: [OTHER],
  reserve: '带水',
  peopleCount: 3,
  vehicleCount: 2,
  equipmentCount: 1,
  createdAt: at(2),
  cancelledAt: at(5),
  cancelReason: '已扑灭',
  members: [{ userId: 'r', fullName: '扎西', gridNo, state: 'arrived', stateAt: at(4) }],
};
const member = { ...here, userId: 'r', fullName: '扎西', state: 'arrived', stateAt: at(4) } as const;
const step: TaskStep = {
  id: OTHER,
  taskId: ID,
  userId: 'r',
  fullName: '扎西',
  state: 'arrived',
  at: at(4),
  text: '有烟',
  photos: [ID],
  position,
};
const plotDraft: PlotDraft = {
  kind: 'arrow',
  symbol: 'attack-direction',
  name: '主攻',
  points: [position, { lng: 103.6, lat: 31.4 }],
  colour: 'blue',
  widthPixels: 5,
  note: null,
  fireId: ID,
};
const plot: Plot = {
  ...plotDraft,
  id: ID,
  gridNo,
  version: 2,
  createdBy: '甲',
  createdAt: at(1),
  changedBy: '乙',
  changedAt: at(2),
};
const asset: NearbyAsset = {
  ...here,
  id: ID,
  kind: 'team',
  code: 'T1',
  name: '扑火队',
  online: false,
  districtName: null,
  streetName: '威州镇',
  position,
  heightMetres: 1300,
  leaderName: '张三',
  leaderPhone: null,
  description: null,
  rangeMetres: 5000,
  horizontalAngleDegrees: 12,
  attributes: { 人数: 20 },
  distanceMetres: 900,
  bearingDegrees: 180,
};
const gateImage: ListedGateImage = {
  ...here,
  id: ID,
  postId: 'p',
  postName: '卡口',
  position,
  capturedAt: at(3),
  category: 'vehicle',
  plate: '川U12345',
  direction: 'in',
  pictureId: OTHER,
};
const shortMessage: ShortMessage = {
  id: ID,
  fireId: OTHER,
  fireName: '沟口',
  phone: '13800000000',
  receiver: null,
  content: '请核实',
  state: 'sent',
  attempts: 1,
  reason: null,
  fullName: '值班员',
  gridNo,
  createdAt: at(1),
  sentAt: at(2),
  exerciseId: ID,
};

describe('a client reads unchanged what a server writes', () => {
  it.each([
    ['a task', taskSchema, writeTask(task, nameOf), readTask, { ...task, ...here, members: [member] }],
    [
      'the steps of a member',
      memberStorySchema,
      { ...writeTask(task, nameOf).members[0], taskId: ID, steps: [writeTaskStep(step)] },
      readMemberStory,
      { ...member, taskId: ID, steps: [step] },
    ],
    ['a plot of an archive', archivedPlot, writeArchivedPlot(plot, nameOf), readArchivedPlot, { ...plot, ...here }],
    [
      'a resource near a place',
      nearbyResource,
      { ...writeResource(asset, nameOf), distance: asset.distanceMetres, bearing: asset.bearingDegrees },
      readNearbyAsset,
      asset,
    ],
    ['a short message', smsSchema, writeShortMessage(shortMessage), readShortMessage, shortMessage],
    ['a gate image', gateImageSchema, writeGateImage(gateImage), readGateImage, gateImage],
  ] as const)('%s', (_, schema, written, read, expected) => {
    const travelled: unknown = JSON.parse(JSON.stringify(written));
    expect(schema.parse(travelled)).toEqual(travelled);
    expect((read as (wire: unknown) => unknown)(travelled)).toEqual(expected);
  });
});

it('a dispatch is refused because of an existing task, or for an alarm whose fire is closed', () => {
  const read = readers['refused-dispatch'];
  expect(read(writeTask(task, nameOf))).toMatchObject({ id: ID, content: '查看' });
  const facts: SmokeFacts = {
    kind: 'smoke',
    deviceId: 's',
    deviceName: null,
    smokeLevel: null,
    temperatureCelsius: null,
    batteryPercent: null,
    pictures: [],
  };
  const alarm: Alarm<SmokeFacts> = {
    id: OTHER,
    findType: 'sensor',
    position,
    observedAt: at(1),
    arrivedAt: at(2),
    address: null,
    formattedAddress: '沟口',
    gridNo,
    gridBasis: 'boundary',
    response: UNANSWERED,
    facts,
  };
  expect(read(writeAlarm(alarm, nameOf))).toMatchObject({ id: OTHER, facts: { kind: 'smoke' } });
});

describe('a row accepts what a client writes', () => {
  it('a dispatch', () => {
    const order: Dispatch = {
      content: '查看',
      startsAt: at(2),
      endsAt: at(6),
      priority: 2,
      type: 'newly-found',
      position,
      fireId: null,
      memberIds: [ID],
      photos: [OTHER],
      peopleCount: 1,
      vehicleCount: 2,
      equipmentCount: 3,
      reserve: null,
      checklist: '看水源',
      isAdditional: true,
    };
    expect(taskCalls.delegate.input.parse(writeDispatch(order))).toMatchObject({
      taskStartTime: at(2),
      taskEndTime: at(6),
      taskType: 4,
      taskMember: [ID],
      taskImg: [OTHER],
      fireEngine: 2,
      fireEquipment: 3,
      checklist: '看水源',
      additional: 1,
    });
  });

  it('a step of a task', () => {
    const report = { taskId: ID, state: 'arrived', text: '有烟', photos: [OTHER], position, at: at(4) } as const;
    expect(taskCalls.taskProgress.input.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  it('a position', () => {
    expect(positionRow.parse(writeRangerPosition({ userId: ID, position, at: at(3) }))).toEqual({
      userId: ID,
      position,
      actualUploadTime: at(3),
    });
  });
});
