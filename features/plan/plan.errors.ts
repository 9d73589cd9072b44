// Errors of emergency plans and of their runs.

import { business, conflict, invalid } from '@lookout/contract';
import type { PlanPart, PlanState } from './plan.ts';

type By = { by: string };

const partsZh = { conditions: '各级响应条件', duties: '职责分工', items: '处置清单' } as const satisfies Record<PlanPart, string>;
const partsEn = {
  conditions: 'a condition for every level',
  duties: 'the duties',
  items: 'the checklist',
} as const satisfies Record<PlanPart, string>;

const stateZh = {
  draft: '编制中',
  submitted: '已提交审批，不能再改',
  refused: '已退回',
  approved: '已生效，修改须新建版本',
  superseded: '已被新版本取代',
} as const satisfies Record<PlanState, string>;
const stateEn = {
  draft: 'is being written',
  submitted: 'waits for approval and is not changed',
  refused: 'was refused',
  approved: 'is in force; a change is a new version',
  superseded: 'was replaced by a newer version',
} as const satisfies Record<PlanState, string>;

export const planErrors = {
  'plan-title-needed': invalid('请填写预案名称', 'Please enter the name of the plan'),
  'plan-level': invalid('响应级别应为 1 至 4（Ⅰ级至Ⅳ级）', 'The level of response is 1 to 4'),
  'plan-level-twice': invalid('同一级别的响应条件只能有一条', 'Each level has one condition'),
  'plan-item-needed': invalid('请填写处置事项', 'Please enter what is to be done'),
  'plan-who-needed': invalid('请填写责任岗位', 'Please enter who is responsible'),
  'plan-minutes': invalid('时限应为 1 至 10080 分钟', 'The time limit is 1 to 10,080 minutes'),
  'plan-item-twice': invalid('处置事项的编号重复', 'Two items have the same id'),
  'plan-post-needed': invalid('请填写岗位', 'Please enter the post'),
  'plan-duty-needed': invalid('请填写职责', 'Please enter the duty'),
  'plan-contact-needed': invalid('请填写联系人', 'Please enter the contact'),
  'plan-rows-at-most': invalid<{ most: number }>(
    ({ most }) => `最多${most}条`,
    ({ most }) => `At most ${most}`,
  ),
  'plan-incomplete': business<{ missing: readonly PlanPart[] }>(
    ({ missing }) => `还不能提交，缺少：${missing.map((part) => partsZh[part]).join('、')}`,
    ({ missing }) => `It cannot be submitted yet; missing: ${missing.map((part) => partsEn[part]).join(', ')}`,
  ),
  'own-plan': business(
    '编制或提交人不能审批自己的预案，须由另一人审批',
    'A plan must be approved by a person other than its author and its submitter',
  ),
  'plan-state': conflict<{ state: PlanState }>(
    ({ state }) => `该版本${stateZh[state]}`,
    ({ state }) => `This version ${stateEn[state]}`,
  ),
  'plan-revised': conflict<By>(
    ({ by }) => `预案已由${by}修改`,
    ({ by }) => `${by} has changed the plan`,
  ),
  'plan-version-open': conflict<By>(
    ({ by }) => `${by}正在编制新版本`,
    ({ by }) => `${by} is writing a new version already`,
  ),
  'plan-file-gone': invalid('附件不存在，请重新上传', 'The attached file is not there; please upload it again'),
  'plan-file-kind': invalid('附件应为 PDF、PNG 或 JPEG 文件', 'An attached file is a PDF, PNG or JPEG'),
  'plan-not-here': invalid('该预案不适用于这起火情所在的网格', 'This plan is not for the grid of the fire'),
  'plan-not-in-force': invalid('该版本不是现行有效的预案', 'This version is not in force'),
  'fire-not-in-progress': business('只有正在处置的真实火情才能启动预案', 'A plan is started only for a real fire in progress'),
  'plan-runs': conflict<By>(
    ({ by }) => `这起火情的预案已由${by}启动`,
    ({ by }) => `${by} has started a plan for this fire already`,
  ),
  'run-ended': conflict<By>(
    ({ by }) => `响应已由${by}终止`,
    ({ by }) => `${by} has ended the response`,
  ),
  'run-level-moved': conflict<By>(
    ({ by }) => `响应级别已由${by}调整`,
    ({ by }) => `${by} has changed the level of response`,
  ),
  'run-level-same': invalid('已经是这一级别', 'The response already has this level'),
  'run-item-unknown': invalid('没有这项处置事项', 'There is no such item'),
  'run-item-not-begun': business('该事项属于更高级别的响应，尚未启动', 'The item belongs to a higher level that was not reached'),
  'run-item-ticked': conflict<By>(
    ({ by }) => `该事项已由${by}完成`,
    ({ by }) => `${by} has done this item already`,
  ),
  'run-item-open': conflict('该事项尚未完成，无需撤销', 'The item is not done: there is nothing to undo'),
} as const;
