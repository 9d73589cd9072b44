// The words of an alarm's history, in Chinese.
import type { AlarmAct } from '@lookout/contract';
import { tasksZh } from '../../task/text.zh-CN.ts';
import { alarmTermsZh } from '../text.zh-CN.ts';
import type { DetailField } from './line-details.ts';

type Table = Readonly<Record<string, string>>;

const acts: Readonly<Record<AlarmAct, string>> = {
  arrived: '火警到达',
  seen: '看到',
  acknowledged: '接警',
  'taken-over': '接手',
  judged: '研判',
  corrected: '更正研判',
  pushed: '推送上级',
  'push-withdrawn': '撤回推送',
  handled: '处置完毕',
  reopened: '重新打开',
  moved: '移位',
  edited: '修改记录',
  dispatched: '派遣',
  progress: '任务进展',
  messaged: '发短信',
  closed: '关闭火情',
  deleted: '删除',
};

const fields: Readonly<Record<DetailField, string>> = {
  verdict: '研判',
  fireType: '火情类型',
  judgeNote: '研判备注',
  outcome: '处置结果',
  state: '进度',
  fromGridName: '推送自',
  from: '原为',
  to: '改为',
  changes: '修改',
  renovated: '整改',
  members: '护林员',
  priority: '优先级',
  content: '内容',
  text: '回报',
  photos: '照片',
  receivers: '收件人',
  note: '说明',
  reason: '原因',
};

/** By the name of the fact. */
const edited: Table = {
  address: '地址',
  areaHectares: '过火面积',
  woodland: '林地',
  grassland: '草地',
  farmland: '农田',
  otherland: '其他用地',
  strength: '强度',
  strengthLevel: '强度等级',
  observationFrequency: '观测频次',
  handleOpinions: '处置意见',
  alarmType: '报警类型',
  maxHeat: '最高温度',
  description: '描述',
  comment: '备注',
};

export const historyZh = {
  title: '经过',
  acts,
  fields,
  alarm: alarmTermsZh,
  taskStates: { ...tasksZh.states, cancelled: tasksZh.statuses.cancelled },
  edited,
  nothing: '（空）',
  photos: (count: number) => `${count} 张`,
  system: '系统',
  desk: '席位：',
  semicolon: '；',
  empty: '还没有人处理过',
  emptyHint: '接警、研判、推送、派遣等操作会记录在这里。',
  stale: '连接已断开，以下是断线前的经过，恢复后自动更新。',
};
export type HistoryWords = typeof historyZh;
