// Fires (火情): the alarms that belong to one fire, associated automatically and corrected by users.

import {
  errorCode,
  gridNo,
  id,
  LIST_LIMIT,
  LIST_WEIGHT,
  numeric,
  paging,
  row,
  schemaOf,
  text,
  time,
  timeWindow,
  withDrills,
} from '@lookout/contract';
import { z } from 'zod';
import { anyAlarm } from '../alarm/specified-alarm.schema.ts';
import { storyLine } from '../fire-story/fire-story.schema.ts';
import { isStoryTopic } from '../fire-story/fire-story.ts';
import { incident, incidentDecision, incidentMember } from './incident.schema.ts';
import { INCIDENT_STATES, type IncidentPolicyInForce } from './incident.ts';

const reads = { permission: { anyOf: ['watch-alarms'] }, effect: 'read' } as const;
const administers = { permission: { anyOf: ['administer-users'] }, scope: 'list', envelope: 'data' } as const;
const decides = {
  permission: { anyOf: ['act-on-alarms'] },
  scope: 'object',
  authority: 'whole',
  envelope: 'data',
  effect: 'write',
} as const;

/** Maximum number of alarms in one decision. */
const MOST_ALARMS = 1_000;
const MOST_FIRES = 50;
/** If a fire has very many alarms, only the first are listed; `alarmIds` contains all. */
export const MOST_FIRE_ALARMS = 500;
const policy = schemaOf<IncidentPolicyInForce>()(
  z.object({
    gridNo,
    gridName: z.string(),
    inheritsVerdict: z.boolean(),
    fromGridName: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: time.nullable(),
  }),
);
const file = z.object({ incident, alarms: z.array(anyAlarm).max(MOST_FIRE_ALARMS), decisions: z.array(incidentDecision) });

/** The sealed package of a fire; `id` is that of the fire or of one of its alarms. */
export const firePackagePath = '/fire/api/incident/package';

export const incidentCalls = {
  incidentPage: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/incident/page',
    summary: '火情（分页）：自己网格内火警所属的火情，最新到达的在前；只含自己网格内的火警；时间窗按火警到达时间',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), state: z.enum(INCIDENT_STATES).nullish(), ...timeWindow, ...paging }),
    reply: incident,
    reads: 'incident',
  }),
  incident: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/incident',
    summary:
      '一起火情，连同其火警（最多 500 条，先发现的在前）与仍有效的拆分与合并；id 也可以是其中任一火警的 id，尚未归入火情的火警为 null',
    scope: 'object',
    envelope: 'data',
    query: z.object({ id }),
    reply: file.nullable(),
    reads: 'incident-of-alarm',
  }),
  incidentMembers: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/incident/members',
    summary: '自己网格内未处置与在燃的火警各属哪起火情，及其依据：新到的在前',
    weight: LIST_WEIGHT,
    scope: 'list',
    envelope: 'list',
    query: z.object({ withDrills }),
    reply: incidentMember,
  }),
  incidentEvents: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/incident/events',
    summary:
      '一起火情的经过：自己网格内的火警、归并、任务、命令与短信、报送与文书、预案、标绘、求救的每一步，连同人员位置与天气；按得知的先后，旧的在前。after 只要其后的（一行的 seq）；topics 只要这些（逗号分隔）',
    scope: 'object',
    envelope: 'list',
    weight: 5,
    query: z.object({
      id,
      after: numeric(z.number().int().min(0)).nullish(),
      limit: numeric(z.number().int().min(1).max(LIST_LIMIT)).nullish(),
      topics: text(200)
        .refine((given) => given.split(',').every(isStoryTopic), errorCode('story-topics'))
        .transform((given) => given.split(',').filter(isStoryTopic))
        .nullish(),
    }),
    reply: storyLine,
    reads: 'story-line',
  }),
  splitIncident: row({
    ...decides,
    method: 'POST',
    path: '/fire/api/incident/split',
    summary: '拆分：alarmIds 与该火情的其余火警不是同一起火；此后不会再自动并到一起',
    act: 'split-incident',
    input: z.object({
      id,
      alarmIds: z
        .array(id)
        .min(1, errorCode('incident-split-needs-alarms'))
        .max(MOST_ALARMS, errorCode('items-at-most', { most: MOST_ALARMS })),
    }),
    reply: incidentDecision,
  }),
  mergeIncidents: row({
    ...decides,
    method: 'POST',
    path: '/fire/api/incident/merge',
    summary: '合并：这些火情是同一起火；取消其间的拆分',
    act: 'merge-incidents',
    input: z.object({
      ids: z
        .array(id)
        .min(2, errorCode('incident-merge-needs-two'))
        .max(MOST_FIRES, errorCode('items-at-most', { most: MOST_FIRES })),
    }),
    reply: incidentDecision,
  }),
  incidentPolicy: row({
    ...administers,
    method: 'GET',
    path: '/fire/api/incident/policy',
    summary: '火情归并的设置：本网格的，没有时为上级的；都没有时新并入在燃火情的火警由人研判',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: policy,
  }),
  saveIncidentPolicy: row({
    ...administers,
    method: 'PUT',
    path: '/fire/api/incident/policy',
    summary: '设置火情归并：inheritsVerdict 为 true 时，此后并入在燃火情的火警由“火情归并”沿用其判定；值班员仍可自己研判',
    effect: 'write',
    act: 'save-incident-policy',
    verified: true,
    input: z.object({ gridNo: gridNo.nullish(), inheritsVerdict: z.boolean() }),
    reply: policy,
  }),
  undoIncidentDecision: row({
    ...decides,
    method: 'POST',
    path: '/fire/api/incident/undo',
    summary: '撤销一次拆分或合并；decisionId 由拆分、合并或火情给出',
    act: 'undo-incident-decision',
    input: z.object({ id, decisionId: id }),
    reply: file,
    reads: 'incident-file',
  }),
};
