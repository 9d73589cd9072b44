import { messagesIn } from '../language.ts';

const windowZh = {
  place: '窗口位置',
  left: '停靠在左侧',
  right: '停靠在右侧',
  full: '占满窗口',
  float: '浮动',
  reset: '恢复默认位置',
  hint: '拖动标题移动，拖到屏幕边缘停靠，双击占满；拖动边缘改变大小',
};
type WindowMessages = typeof windowZh;

const windowEn: WindowMessages = {
  place: 'Window position',
  left: 'Dock left',
  right: 'Dock right',
  full: 'Fill the page',
  float: 'Float',
  reset: 'Back to its usual place',
  hint: 'Drag the title to move, to an edge of the screen to dock, double click to fill; drag an edge to resize',
};

export const useWindowMessages = messagesIn<WindowMessages>({ zh: windowZh, en: windowEn });
