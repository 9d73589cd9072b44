// Messages of the tab panels, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const tabsZh = {
  close: (title: string) => `关闭${title}`,
  stale: '连接中断，这里的内容可能不是最新。',
  left: '左侧标签页',
  right: '右侧标签页',
};

export type TabMessages = typeof tabsZh;

export const tabsEn: TabMessages = {
  close: (title) => `Close ${title}`,
  stale: 'The line is lost; this may not be the newest.',
  left: 'Tabs at the left',
  right: 'Tabs at the right',
};

export const useTabMessages = messagesIn<TabMessages>({ zh: tabsZh, en: tabsEn });
