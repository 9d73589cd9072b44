import { messagesIn } from '@lookout/web/shared/language.ts';

/** Parameters in the address of a wall. */
const WALL = { sound: '&sound=on', language: '&lang=en' } as const;

const zh = {
  create: '新建大屏链接',
  wall: '大屏',
  nameHint: '放在哪里，如“值班大厅东墙”',
  gridHint: '大屏只显示这个网格',
  expiryHint: '不填则一直有效，直到吊销',
  shows: '大屏显示在燃火情、告警、图片、蔓延推演、值班人与火情负责人的姓名，不含电话。任何拿到地址的人都能看到，请只在大屏的机器上打开。',
  noRight: '新建大屏链接需要预警监测、护林管理、任务管理、辅助决策的权限。',
  always: '吊销前一直有效',
  created: (name: string) => `大屏链接已新建：${name}`,
  once: '地址只显示这一次，请立即在大屏的机器上打开。遗失时请吊销后重新新建。',
  parameters: `可在 # 之前加参数：${WALL.sound} 有新告警时出声（浏览器须设为允许自动播放声音）；${WALL.language} 显示英文。大屏开机自动打开此地址即可，无需登录与操作。`,
};

const en: typeof zh = {
  create: 'New wall link',
  wall: 'Wall',
  nameHint: 'Where it stands, such as “Duty hall, east wall”',
  gridHint: 'The wall shows this grid alone',
  expiryHint: 'Left empty: until it is revoked',
  shows:
    'The wall shows fires in progress, alarms, pictures, forecasts and the names of who is on duty and in charge; no telephone numbers. Whoever has the address sees it: open it on the machine of the wall only.',
  noRight: 'A wall link needs the rights to monitoring, rangers, tasks and decision support.',
  always: 'Until revoked',
  created: (name) => `Wall link made: ${name}`,
  once: 'The address is shown only this once: open it on the machine of the wall now. If it is lost, revoke it and make another.',
  parameters:
    'Parameters may be added before the #: &sound=on sounds for new alarms (the browser must be set to allow sound by itself); &lang=en. Let the machine open this address when it starts: there is nothing to log in to or to operate.',
};

export const useWallLinkMessages = messagesIn({ zh, en });
