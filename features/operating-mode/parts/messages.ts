// Messages of the operating mode, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { OperatingMode } from '../operating-mode.ts';

const zhModes = { daily: '日常', emergency: '应急', simulation: '演练' } satisfies Record<OperatingMode, string>;

export const modeZh = {
  label: '运行模式',
  modes: zhModes as Readonly<Record<OperatingMode, string>>,
  badge: (mode: string) => `${mode}模式`,
  unset: '没有设定运行模式，按日常值班。',
  unknown: '运行模式未知',
  loading: '正在取得运行模式…',
  present: '当前运行模式',
  by: (grid: string, name: string, time: string) => `${grid} · ${name} · 自 ${time}`,
  reason: '原因',
  others: '上级与下级网格的设定',
  fromAbove: (grid: string) => `由上级网格${grid}决定，本级不能解除。`,
  effects: {
    daily: '恢复日常值班：火警按到达先后排列，图像与护林员位置恢复平时的频率。',
    emergency: '本网格与所有下级立即进入应急：火警按危险程度排列，图像加倍刷新，护林员每 7.5 秒上报位置，并短信通知值班人员。',
    simulation: '演练由“演练”页面开始和结束。',
  } as Readonly<Record<OperatingMode, string>>,
  exercises: '演练：开始、注入、复盘',
  grid: '对哪个网格',
  enter: { daily: '恢复日常', emergency: '进入应急', simulation: '演练' } as Readonly<Record<OperatingMode, string>>,
  reasonPlaceholder: '例如：连续三日高火险，多点同时报警',
  reasonNeeded: '请填写原因',
  confirm: (act: string) => `确定${act}`,
  cancel: '取消',
  done: (grid: string, mode: string) => `${grid}已进入${mode}模式`,
  changedFirst: (name: string, mode: string) => `${name}已先一步设为${mode}模式。请看过后再决定。`,
  noRight: '当前账号不能设定运行模式（需要“任务管理”权限）。',
  failed: '没有成功',
  noAnswer: '服务器没有应答，已填写的原因仍在，请稍后重试',
};
export type ModeMessages = typeof modeZh;

export const modeEn: ModeMessages = {
  label: 'Operating mode',
  modes: { daily: 'Daily', emergency: 'Emergency', simulation: 'Exercise' },
  badge: (mode) => mode,
  unset: 'No mode is set: daily duty.',
  unknown: 'Mode unknown',
  loading: 'Looking for the mode…',
  present: 'Operating mode now',
  by: (grid, name, time) => `${grid} · ${name} · since ${time}`,
  reason: 'Reason',
  others: 'Set for grids above and below',
  fromAbove: (grid) => `Decided by ${grid} above; it cannot be lifted here.`,
  effects: {
    daily: 'Back to daily duty: alarms by arrival, pictures and positions at their usual pace.',
    emergency:
      'This grid and all below it go into emergency at once: alarms by danger, pictures at double pace, positions every 7.5 s, and the duty list is called by SMS.',
    simulation: 'An exercise is begun and ended on its own page.',
  },
  exercises: 'Exercises: begin, lead, review',
  grid: 'For which grid',
  enter: { daily: 'Back to daily', emergency: 'Enter emergency', simulation: 'Exercise' },
  reasonPlaceholder: 'e.g. three days of high danger, several fires at once',
  reasonNeeded: 'Please give the reason',
  confirm: (act) => `Confirm: ${act}`,
  cancel: 'Cancel',
  done: (grid, mode) => `${grid}: ${mode}`,
  changedFirst: (name, mode) => `${name} was first and set it to ${mode}. Please look before you decide.`,
  noRight: 'This account may not set the mode (it needs the right 任务管理).',
  failed: 'It did not work',
  noAnswer: 'The server did not answer. The reason is still here; try again in a moment',
};

export const useModeMessages = messagesIn<ModeMessages>({ zh: modeZh, en: modeEn });
