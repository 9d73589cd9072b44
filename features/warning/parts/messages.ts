// Messages of forest-fire danger warnings (森林火险预警), in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { WarningLevel, WarningState } from '../warning.ts';

const levels: Readonly<Record<WarningLevel, string>> = { blue: '蓝色', yellow: '黄色', orange: '橙色', red: '红色' };
const states: Readonly<Record<WarningState, string>> = { coming: '未生效', current: '生效中', expired: '已过期', lifted: '已解除' };

export const warningsZh = {
  levels,
  states,
  warning: (level: string) => `森林火险${level}预警`,
  unread: (n: number) => `${n} 条森林火险预警未读`,
  look: '查看',
};

export type WarningMessages = typeof warningsZh;

export const warningsEn: WarningMessages = {
  levels: { blue: 'Blue', yellow: 'Yellow', orange: 'Orange', red: 'Red' },
  states: { coming: 'Not yet in force', current: 'In force', expired: 'Over', lifted: 'Lifted' },
  warning: (level) => `${level} fire danger warning`,
  unread: (n) => `${n} fire danger warning(s) not read`,
  look: 'Show',
};

export const useWarningMessages = messagesIn<WarningMessages>({ zh: warningsZh, en: warningsEn });
