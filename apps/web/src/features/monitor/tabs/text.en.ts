import type { TabWords } from './text.zh-CN.ts';

export const tabsEn: TabWords = {
  close: (title) => `Close ${title}`,
  stale: 'The line is lost; this may not be the newest.',
  left: 'Tabs at the left',
  right: 'Tabs at the right',
};
