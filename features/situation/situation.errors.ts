// Errors of orders and documents of a fire.

import { business, conflict, invalid } from '@lookout/contract';
import type { DocumentField } from './fire-document.ts';

type By = { by: string };

const fieldZh = {
  to: '主送',
  place: '地点',
  found: '发现与接报',
  weather: '天气',
  area: '过火面积',
  spread: '蔓延推演',
  forces: '投入力量',
  cause: '起火原因',
  measures: '已采取措施',
  next: '下一步',
  title: '图名',
  note: '说明',
} as const satisfies Record<DocumentField, string>;
const fieldEn = {
  to: 'to whom',
  place: 'place',
  found: 'discovery',
  weather: 'weather',
  area: 'burnt area',
  spread: 'forecast of spread',
  forces: 'forces',
  cause: 'cause',
  measures: 'measures taken',
  next: 'next steps',
  title: 'title',
  note: 'note',
} as const satisfies Record<DocumentField, string>;

export const situationErrors = {
  'order-content-needed': invalid('请填写命令内容', 'Please write the order'),
  'order-receiver-needed': invalid('请填写受令人', 'Please choose the receivers'),
  'order-receivers-at-most': invalid<{ most: number }>(
    ({ most }) => `受令人最多${most}个`,
    ({ most }) => `At most ${most} receivers`,
  ),
  'order-receiver-twice': invalid('受令人重复', 'The same receiver is named twice'),
  'order-due-past': invalid('时限应晚于现在', 'The time limit must be later than now'),
  'order-no-receiver': invalid('这道命令没有这个受令人', 'The order has no such receiver'),
  'order-fire-over': business('只有正在处置的真实火情才能下达命令', 'An order is given only for a real fire in progress'),
  'order-received': conflict<By>(
    ({ by }) => `${by}已登记收到`,
    ({ by }) => `${by} has noted already that it was received`,
  ),
  'order-withdrawn': conflict<By>(
    ({ by }) => `命令已由${by}撤回`,
    ({ by }) => `${by} has withdrawn the order`,
  ),

  'document-draft-open': conflict<By>(
    ({ by }) => `${by}已建立草稿，请在其上修改`,
    ({ by }) => `${by} has begun a draft; please go on with it`,
  ),
  'document-revised': conflict<By>(
    ({ by }) => `草稿刚被${by}修改，请核对后再保存`,
    ({ by }) => `${by} has just changed this draft; please compare before saving`,
  ),
  'document-issued': conflict<By>(
    ({ by }) => `已由${by}签发，不能修改；更正请另行签发`,
    ({ by }) => `${by} has issued it and it cannot be changed; a correction is a new issue`,
  ),
  'document-fire-unjudged': business(
    '这起报警还没有研判：研判为真实火情后才能签发快报',
    'Nobody has judged this alarm yet: a bulletin is issued once it is judged a real fire',
  ),
  'document-fire-false': business(
    '这起报警已研判为非火情：只能签发对已签发快报的更正',
    'This alarm was judged false: only the correction of an issued bulletin can be issued',
  ),
  'document-incomplete': business<{ blank: readonly DocumentField[] }>(
    ({ blank }) => `还不能签发，请填写：${blank.map((field) => fieldZh[field]).join('、')}`,
    ({ blank }) => `It cannot be issued yet; please fill in: ${blank.map((field) => fieldEn[field]).join(', ')}`,
  ),
  'document-too-long': invalid<{ field: DocumentField; lines: number; most: number }>(
    ({ field, lines, most }) => `还不能签发：约 ${lines} 行，比一页（${most} 行）多 ${lines - most} 行；“${fieldZh[field]}”最长，请精简`,
    ({ field, lines, most }) =>
      `It cannot be issued yet: about ${lines} lines, ${lines - most} more than the page holds (${most}); “${fieldEn[field]}” is the longest, please shorten it`,
  ),
  'document-field-too-long': invalid<{ field: DocumentField; length: number; most: number }>(
    ({ field, length, most }) => `还不能签发：“${fieldZh[field]}”${length} 字，最多 ${most} 字，请精简`,
    ({ field, length, most }) =>
      `It cannot be issued yet: “${fieldEn[field]}” has ${length} characters, at most ${most}; please shorten it`,
  ),
  'document-not-issued': invalid(
    '要更正的文书不存在、不是同一种，或还没有签发',
    'The document to be corrected does not exist, is of another kind, or was not issued',
  ),
} as const;
