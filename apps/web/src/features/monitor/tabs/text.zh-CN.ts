// The words around the tabs' panels, in Chinese.
export const tabsZh = {
  close: (title: string) => `关闭${title}`,
  stale: '连接中断，这里的内容可能不是最新。',
  left: '左侧标签页',
  right: '右侧标签页',
};

export type TabWords = typeof tabsZh;
