// Messages of the header and the banner below it.
import { messagesIn } from '../../shared/language.ts';

export const shellZh = {
  header: {
    greetings: { night: '夜深了', morning: '早上好', noon: '中午好', afternoon: '下午好', evening: '晚上好' },
    greeting: (greeting: string, name: string) => `${greeting}，${name}`,
    weekdays: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
    switchGrid: (gridName: string) => `当前网格：${gridName}，点击切换`,
    account: '账号菜单',
    changePassword: '修改密码',
    verifyPassword: '后台验证',
    security: '账号安全',
    logout: '退出登录',
    links: '外部系统',
    linkMissing: '（未配置）',
    linkLoading: '（正在读取）',
    linkUnknown: '（地址没有取到）',
    linkRetry: '重新读取',
    forestry: '数字林业',
    forestryKinds: { video: '视频', pdf: 'PDF' },
  },
  line: {
    none: '未接入',
    connecting: '连接中',
    online: '已连接',
    lost: '连接中断',
    dead: '已登出',
    calls: '服务无应答',
    updated: (time: string) => `最后更新 ${time}`,
    never: '尚未更新',
    bannerLost: (time: string) => `与服务器的连接已中断（自 ${time}），正在自动重连。期间的新火警会在恢复后补上。`,
    bannerCalls: '服务器暂时没有应答，正在重试。屏幕上的内容可能不是最新。',
    bannerDead: '登录已失效，屏幕上的内容不再更新。请重新登录。',
    caughtUp: (from: string, to: string, count: number) => `连接已恢复：${from} 至 ${to} 中断，补收 ${count} 条消息。`,
    caughtUpNone: (from: string, to: string) => `连接已恢复：${from} 至 ${to} 中断，期间没有新消息。`,
    dismiss: '知道了',
  },
  /** Shown above the page until it is read. */
  refused: (reason: string) => `刚才的操作没有成功：${reason}`,
};
export type ShellMessages = typeof shellZh;

export const shellEn: ShellMessages = {
  header: {
    greetings: { night: 'Good night', morning: 'Good morning', noon: 'Good day', afternoon: 'Good afternoon', evening: 'Good evening' },
    greeting: (greeting: string, name: string) => `${greeting}, ${name}`,
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    switchGrid: (gridName) => `Acting for ${gridName}; press to switch`,
    account: 'Account menu',
    changePassword: 'Change password',
    verifyPassword: 'Back-office check',
    security: 'Account security',
    logout: 'Log out',
    links: 'Other systems',
    linkMissing: ' (not configured)',
    linkLoading: ' (loading)',
    linkUnknown: ' (address not received)',
    linkRetry: 'Load again',
    forestry: 'Digital forestry',
    forestryKinds: { video: 'video', pdf: 'PDF' },
  },
  line: {
    none: 'Not connected',
    connecting: 'Connecting',
    online: 'Online',
    lost: 'Line lost',
    dead: 'Logged out',
    calls: 'No answer',
    updated: (time: string) => `Last updated ${time}`,
    never: 'Not updated yet',
    bannerLost: (time: string) => `The line to the server was lost at ${time}; reconnecting. New alarms will be caught up afterwards.`,
    bannerCalls: 'The server does not answer at the moment; trying again. What is on the screen may be old.',
    bannerDead: 'The session has ended; the screen is no longer updated. Please log in again.',
    caughtUp: (from: string, to: string, count: number) =>
      `Back online: the line was lost from ${from} to ${to}; ${count} messages caught up.`,
    caughtUpNone: (from: string, to: string) => `Back online: the line was lost from ${from} to ${to}; nothing was missed.`,
    dismiss: 'Got it',
  },
  refused: (reason) => `This was not done: ${reason}`,
};

export const useShellMessages = messagesIn({ zh: shellZh, en: shellEn });
