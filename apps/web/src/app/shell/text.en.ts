import type { ShellWords } from './text.zh-CN.ts';

export const shellEn: ShellWords = {
  header: {
    greetings: { night: 'Good night', morning: 'Good morning', noon: 'Good day', afternoon: 'Good afternoon', evening: 'Good evening' },
    greeting: (greeting: string, name: string) => `${greeting}, ${name}`,
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    account: 'Account menu',
    changePassword: 'Change password',
    verifyPassword: 'Back-office check',
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
};
