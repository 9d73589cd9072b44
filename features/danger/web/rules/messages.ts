// Messages of 火险规则, in both languages.

import { dangerTexts } from '@lookout/report';
import { messagesIn } from '@lookout/web/shared/language.ts';
import type { RatingLevel } from '../../danger-rating.ts';
import type { PartName } from './draft.ts';

const partsZh: Readonly<Record<PartName, string>> = {
  temperature: 'A 最高气温（℃）',
  humidity: 'B 最小相对湿度（%）',
  dryDays: 'C 连旱（日，含当日）',
  wind: 'D 最大风力（级）',
  season: 'E 季节订正（各月，减去）',
  levels: '等级分界（HTZ）',
};

export const rulesZh = {
  title: '火险规则',
  hint: 'LY/T 1172 的计分表（HTZ = A + B + C + D − E）、节假日，以及节假日与雷电把预警等级抬高几级，按网格设定，及于下级；保存后各日立即按新规则重算。火险等级（FWI）不因节假日或雷电改变，抬高的只是预警等级。',
  grid: '网格',
  mayNot: '有派遣权限的人员才能修改。',
  rating: '计分表',
  holidays: '节假日',
  raising: '预警等级抬高',
  from: {
    product: '产品自带',
    own: '本级设定',
    above: (grid: string) => `沿用上级 ${grid}`,
    later: '保存后沿用上级',
    reset: '保存后为产品自带',
  },
  setOwn: '改为本级设定',
  useAbove: '改为沿用上级',
  useProduct: '恢复产品自带',
  changed: (by: string, time: string) => `${by} ${time} 修改`,
  parts: partsZh,
  upTo: '不超过',
  above: (limit: number | null) => (limit === null ? '任何值' : `超过 ${limit}`),
  points: '分值',
  limitOf: (part: string, at: number) => `${part} 第${at}档上界`,
  pointsOf: (part: string, at: number) => `${part} 第${at}档分值`,
  month: (n: number) => `${n}月`,
  levelEnd: (n: number) => `${n}级不超过`,
  addStep: '加一档',
  removeStep: (at: number) => `去掉第${at}档`,
  source: '出处',
  sourceOf: (part: string) => `${part} 的出处`,
  toConfirm: '待核对',
  faults: {
    order: '分界应由小到大',
    count: '分值个数不对',
    source: '请填写出处',
    name: '请填写名称',
    days: '起止应为同一种写法（YYYY-MM-DD，或每年的 MM-DD），结束不早于开始',
  },
  example: (htz: number, level: RatingLevel) =>
    `举例：4月，最高 28 ℃、最小湿度 25%、连旱 8 日、风力 5 级：HTZ ${htz}，${dangerTexts.zh.numbered[level]}`,
  holiday: { name: '名称', from: '开始', to: '结束', add: '加一个节假日', remove: (name: string) => `去掉${name}`, none: '没有节假日' },
  raisings: {
    holiday: { title: '节假日', hint: '节假日当天与其前后若干日；两项都有时取抬得多的，不相加，至多到五级。' },
    lightning: { title: '雷电', hint: '网格内当日（北京时间 24 小时）的雷电次数；没有雷电数据的日子不抬高。' },
    fields: { levels: '抬高几级', daysBefore: '之前几日', daysAfter: '之后几日', strokes: '至少几次' },
    fieldOf: (cause: string, field: string) => `${cause}：${field}`,
  },
  fieldOf: (name: string, at: number) => `第${at}个节假日的${name}`,
  save: '保存',
  undo: '放弃改动',
  saved: '已保存，各日等级按新规则重算',
  unsaved: '有未保存的改动',
  failed: '没有保存',
  conflict: '别人刚刚改过。你的改动还在；再次保存，会以你的为准。',
  discard: '有未保存的改动，换网格会放弃它们。',
  discardOk: '放弃改动',
  keep: '继续填写',
};

type RulesMessages = typeof rulesZh;

const partsEn: Readonly<Record<PartName, string>> = {
  temperature: 'A Highest temperature (°C)',
  humidity: 'B Lowest humidity (%)',
  dryDays: 'C Days without rain (with the day itself)',
  wind: 'D Strongest wind (Beaufort)',
  season: 'E Season (by month, taken off)',
  levels: 'Limits of levels (HTZ)',
};

export const rulesEn: RulesMessages = {
  title: 'Rules of fire danger',
  hint: 'The points of LY/T 1172 (HTZ = A + B + C + D − E), the holidays, and by how many levels holidays and lightning raise the warned level, set for a grid and reaching all below it. Every day is worked out anew as soon as they are saved. The danger level (FWI) changes by neither; only the warned level is raised.',
  grid: 'Grid',
  mayNot: 'Only who may dispatch may change them.',
  rating: 'Table of points',
  holidays: 'Holidays',
  raising: 'Raising the warned level',
  from: {
    product: 'comes with the product',
    own: 'set for this grid',
    above: (grid) => `as ${grid} above`,
    later: 'as above, once saved',
    reset: 'as the product has it, once saved',
  },
  setOwn: 'Set for this grid',
  useAbove: 'As above',
  useProduct: 'As the product has it',
  changed: (by, time) => `changed by ${by}, ${time}`,
  parts: partsEn,
  upTo: 'Up to',
  above: (limit) => (limit === null ? 'any value' : `above ${limit}`),
  points: 'Points',
  limitOf: (part, at) => `${part}: limit of step ${at}`,
  pointsOf: (part, at) => `${part}: points of step ${at}`,
  month: (n) => String(n),
  levelEnd: (n) => `level ${n} up to`,
  addStep: 'Add a step',
  removeStep: (at) => `Remove step ${at}`,
  source: 'Source',
  sourceOf: (part) => `Source of ${part}`,
  toConfirm: 'to be confirmed',
  faults: {
    order: 'Limits have to ascend',
    count: 'A wrong number of points',
    source: 'Please give the source',
    name: 'Please enter the name',
    days: 'Both days are written alike (YYYY-MM-DD, or MM-DD of every year), and it does not end before it begins',
  },
  example: (htz, level) =>
    `For example, in April, at most 28 °C, at least 25 % humidity, 8 days without rain, Beaufort 5: HTZ ${htz}, level ${dangerTexts.en.numbered[level]}`,
  holiday: { name: 'Name', from: 'From', to: 'To', add: 'Add a holiday', remove: (name) => `Remove ${name}`, none: 'No holidays' },
  raisings: {
    holiday: {
      title: 'Holidays',
      hint: 'The days of a holiday and so many before and after it. Of both the stronger raises; they do not add up, and level 5 is the highest.',
    },
    lightning: {
      title: 'Lightning',
      hint: 'Strokes in the grid on the day (24 hours, Beijing time). A day of which no strokes are known is not raised.',
    },
    fields: { levels: 'Levels', daysBefore: 'Days before', daysAfter: 'Days after', strokes: 'Strokes at least' },
    fieldOf: (cause, field) => `${cause}: ${field}`,
  },
  fieldOf: (name, at) => `${name} of holiday ${at}`,
  save: 'Save',
  undo: 'Discard',
  saved: 'Saved; the days are rated by the new rules',
  unsaved: 'There are unsaved changes',
  failed: 'Not saved',
  conflict: 'Somebody has just changed them. Your changes are still here; saving again puts yours in their place.',
  discard: 'There are unsaved changes; another grid discards them.',
  discardOk: 'Discard',
  keep: 'Go on',
};

export const useRulesMessages = messagesIn<RulesMessages>({ zh: rulesZh, en: rulesEn });
