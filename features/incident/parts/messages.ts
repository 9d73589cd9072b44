// Messages of a fire (火情), in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { CalmingReason, CertaintyFactor } from '../../alarm/certainty.ts';
import type { IncidentDecision } from '../incident.ts';

const calming: Readonly<Record<CalmingReason, string>> = { mask: '屏蔽区内', 'known-heat': '已知热源', burning: '已批准用火' };
const factors: Readonly<Record<CertaintyFactor['kind'], string>> = { 'fire-level': '火险等级', forest: '林地' };
const decisions: Readonly<Record<IncidentDecision['kind'], string>> = { split: '拆分', merge: '合并' };

const incidentZh = {
  title: '火情',
  count: (alarms: number) => `${alarms} 条火警`,
  probability: (percent: number) => `起火可能性 ${percent}%`,
  burning: '处置中',
  ofBurning: '属于在燃火情',
  ofBurningHint: '并入一起在燃火情，尚未研判；没有响铃，也不计为新的未读火警',
  confirmAll: (alarms: number) => `一并确认 ${alarms} 条`,
  alone: '暂无其他火警与它归为一起',
  failed: '没能取得火情',
  retry: '重试',
  more: '展开依据与火警',
  less: '收起',
  story: '经过',
  alarms: '同一起火情的火警',
  notListed: (count: number) => `另有 ${count} 条未列出`,
  isThis: '本条',
  open: (kind: string) => `打开${kind}`,
  looks: '各次观测',
  factors: '所在地',
  factorNames: factors,
  calming,
  odds: (times: string) => `× ${times}`,
  split: '拆分…',
  merge: '合并…',
  told: '通知记录',
  splitHint: '选出不属于这起火情的火警；此后不会再自动并到一起。',
  mergeHint: '选出与它是同一起的火情（10 公里内，近的在前）。',
  noneNear: '10 公里内没有其他未处置的火情。',
  doSplit: (count: number) => `拆分所选 ${count} 条`,
  doMerge: (count: number) => `合并所选 ${count} 起`,
  cancel: '取消',
  decisions,
  decided: (what: string, by: string, time: string) => `${by} ${time} ${what}`,
  undo: '撤销',
  lostLine: '没有送达，请重试。',
  extent: '95% 位置范围',
  units: { metres: (n: number) => `${n} 米`, kilometres: (text: string) => `${text} 公里` },
};

export type IncidentMessages = typeof incidentZh;

const incidentEn: IncidentMessages = {
  title: 'Fire',
  count: (alarms) => (alarms === 1 ? '1 alarm' : `${alarms} alarms`),
  probability: (percent) => `${percent}% likely a fire`,
  burning: 'In progress',
  ofBurning: 'Of a fire in progress',
  ofBurningHint: 'It joined a fire in progress and is not judged yet; it made no sound and counts as no new unread alarm',
  confirmAll: (alarms) => (alarms === 1 ? 'Confirm 1 alarm' : `Confirm all ${alarms}`),
  alone: 'No other alarm is of this fire yet',
  failed: 'The fire could not be loaded',
  retry: 'Try again',
  more: 'Show why, and its alarms',
  less: 'Fold',
  story: 'Story',
  alarms: 'Alarms of this fire',
  notListed: (count) => `${count} more not listed`,
  isThis: 'this one',
  open: (kind) => `Open: ${kind}`,
  looks: 'Observations',
  factors: 'The place',
  factorNames: { 'fire-level': 'Fire danger', forest: 'Forest' },
  calming: { mask: 'in a mask', 'known-heat': 'known heat', burning: 'approved burning' },
  odds: (times) => `× ${times}`,
  split: 'Split…',
  merge: 'Merge…',
  told: 'Who was told',
  splitHint: 'Select the alarms that belong to another fire. They will not be joined again by themselves.',
  mergeHint: 'Select the fires that are this one (within 10 km, nearest first).',
  noneNear: 'No other open fire within 10 km.',
  doSplit: (count) => `Split off ${count}`,
  doMerge: (count) => `Merge ${count}`,
  cancel: 'Cancel',
  decisions: { split: 'split it', merge: 'merged it' },
  decided: (what, by, time) => `${by} ${what}, ${time}`,
  undo: 'Undo',
  lostLine: 'Not delivered; try again.',
  extent: '95% of the position',
  units: { metres: (n) => `${n} m`, kilometres: (text) => `${text} km` },
};

export const useIncidentMessages = messagesIn<IncidentMessages>({ zh: incidentZh, en: incidentEn });
