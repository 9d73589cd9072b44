// Reporting deadlines (报送时限): reports that are owed, their sending and receipts, the facts noted for them, and the rules. None of the calls
// is open to embedded maps.

import { errorCode, gridNo, id, numeric, paging, row, text } from '@lookout/contract';
import { z } from 'zod';
import { MOST_DRAFT_LENGTH } from '../situation/fire-document.ts';
import { fireDocument } from '../situation/situation.schema.ts';
import { dueReport, dueReportFile, factSheet, foreseenOfFire, foreseenReport, reportCondition, reportingRule } from './reporting.schema.ts';
import { FOREST_KINDS, NOTED_FACTS, REPORT_DEADLINE_NAMES, REPORT_FORMS, REPORT_RECIPIENTS } from './reporting-rule.ts';

const watches = { permission: { anyOf: ['watch-alarms'] }, effect: 'read' } as const;
const acts = { permission: { anyOf: ['act-on-alarms'] }, effect: 'write', scope: 'object', authority: 'part' } as const;
// The rules are one set for the installation. Whether the officer's grid covers a rule's grid is checked where the rule is looked up.
const administers = { permission: { anyOf: ['administer-users'] }, effect: 'write', scope: 'none' } as const;
const ofReport = { ...acts, method: 'POST', envelope: 'data', reply: dueReport, current: dueReport } as const;

/** Maximum number of reports sent by one form: more than any fire owes at once. */
const MOST_AT_ONCE = 50;
const revision = numeric(z.number().int().min(0));
const field = text(MOST_DRAFT_LENGTH).optional();

export const reportingCalls = {
  dueReportPage: row({
    ...watches,
    method: 'POST',
    path: '/fire/api/reporting/page',
    summary: '报送件（分页），最早到期的在前：state 为 open 待报送或尚未全部阅读的，over 其余；自己网格及下级的',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), state: z.enum(['open', 'over']).nullish(), alarmId: id.nullish(), ...paging }),
    reply: dueReport,
  }),
  dueReport: row({
    ...watches,
    method: 'GET',
    path: '/fire/api/reporting',
    summary: '一份报送件与所报送的快报（未报送时为 null）',
    scope: 'object',
    envelope: 'data',
    query: z.object({ id }),
    reply: dueReportFile,
  }),
  fillReport: row({
    ...acts,
    method: 'POST',
    path: '/fire/api/reporting/fill',
    summary: '按现有事实填写火情快报：建立草稿，已有草稿时为该草稿；主送为报送件的接收网格',
    envelope: 'data',
    act: 'fill-due-report',
    input: z.object({ id }),
    reply: fireDocument,
    current: dueReport,
  }),
  sendReports: row({
    ...acts,
    method: 'POST',
    path: '/fire/api/reporting/send',
    summary:
      '报送：以一份快报（documentId、revision）报送同一起火情的若干报送件；fields 为报送前的修改；草稿随之签发。由火情所在网格报送；已被他人报送时为 409，附现有的报送件',
    envelope: 'list',
    act: 'send-due-reports',
    input: z.object({
      ids: z.array(id).min(1, errorCode('report-needed')).max(MOST_AT_ONCE, errorCode('report-needed')),
      documentId: id,
      revision,
      fields: z
        .object({
          to: field,
          place: field,
          found: field,
          weather: field,
          area: field,
          forces: field,
          cause: field,
          measures: field,
          next: field,
        })
        .nullish(),
    }),
    reply: dueReport,
    current: dueReport,
  }),
  receiveReport: row({
    ...ofReport,
    path: '/fire/api/reporting/receive',
    summary: '签收：由接收网格的席位；以同一份快报报送的一并签收；再次签收不变',
    act: 'receive-due-report',
    input: z.object({ id }),
  }),
  readReport: row({
    ...ofReport,
    path: '/fire/api/reporting/read',
    summary: '已阅：由接收网格的席位；以同一份快报报送的一并阅读；再次阅读不变',
    act: 'read-due-report',
    input: z.object({ id }),
  }),
  reportingFacts: row({
    ...watches,
    weight: 3,
    method: 'GET',
    path: '/fire/api/reporting/facts',
    summary: '一起火情（以其中一条火警的 id）在其县内的报送事实：值班员填写的，与数据所示的',
    scope: 'object',
    envelope: 'data',
    query: z.object({ alarmId: id }),
    reply: factSheet,
  }),
  foreseenReports: row({
    permission: { anyOf: ['support-decisions'] },
    effect: 'read',
    weight: 3,
    method: 'GET',
    path: '/fire/api/reporting/foreseen',
    summary:
      '预计需报送：按这起火情（以其中一条火警的 id）最近一次未过期的蔓延推演，哪些规则预计何时满足。只是提示，不产生应报事项；没有推演、未研判为真实的为空',
    scope: 'object',
    envelope: 'list',
    query: z.object({ alarmId: id }),
    reply: foreseenReport,
  }),
  foreseenReportList: row({
    permission: { anyOf: ['support-decisions'] },
    effect: 'read',
    method: 'POST',
    path: '/fire/api/reporting/foreseen/list',
    summary:
      '预计需报送：自己网格及下级的各起真实火情，按各自最近一次未过期的蔓延推演，哪些规则预计何时满足，预计最早的在前。只是提示，不产生应报事项',
    scope: 'list',
    envelope: 'list',
    weight: 5,
    input: z.object({ gridNo: gridNo.nullish() }),
    reply: foreseenOfFire,
  }),
  noteReportingFact: row({
    ...acts,
    method: 'POST',
    path: '/fire/api/reporting/fact',
    summary: '填写一项数据无法得知的事实：面积（公顷）、死亡与重伤人数为数，林地种类为 ordinary、reserve、primeval，其他为是或否',
    envelope: 'data',
    act: 'note-reporting-fact',
    input: z.object({
      alarmId: id,
      fact: z.enum(NOTED_FACTS),
      value: z.union([z.number().min(0).max(10_000_000), z.boolean(), z.enum(FOREST_KINDS)], errorCode('report-fact-value')),
    }),
    reply: factSheet,
  }),
  reportingRuleList: row({
    ...watches,
    method: 'GET',
    path: '/fire/api/reporting/rule/list',
    summary: '本部署的报送规则：条件、时限、接收网格、表格与出处；confirmed 为 null 的待核对。没有规则的地区为空',
    scope: 'none',
    envelope: 'list',
    reply: reportingRule,
  }),
  reviseReportingRule: row({
    ...administers,
    method: 'PUT',
    path: '/fire/api/reporting/rule/{id}',
    summary: '修改规则：由覆盖规则所属网格的管理员；修改后须重新核对；revision 不是现有的时为 409，附现有的规则',
    envelope: 'data',
    act: 'revise-reporting-rule',
    params: z.object({ id: text(64) }),
    input: z.object({
      revision,
      condition: reportCondition,
      deadline: z.enum(REPORT_DEADLINE_NAMES),
      to: z.enum(REPORT_RECIPIENTS),
      form: z.enum(REPORT_FORMS),
      escalateAfterMinutes: numeric(z.number().int().min(1).max(1_440)),
      enabled: z.boolean(),
    }),
    reply: reportingRule,
    current: reportingRule,
  }),
  confirmReportingRule: row({
    ...administers,
    method: 'POST',
    path: '/fire/api/reporting/rule/confirm',
    summary: '核对：确认规则与文件相符，记下何人何时；revision 不是现有的时为 409，附现有的规则',
    envelope: 'data',
    act: 'confirm-reporting-rule',
    input: z.object({ id: text(64), revision }),
    reply: reportingRule,
    current: reportingRule,
  }),
};
