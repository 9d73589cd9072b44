// Messages of 监测信息, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const monitoringPointsZh = {
  search: '名称、编号、网格',
  list: '监控点',
  cameras: (total: number, online: number) => `摄像头 ${total} 个，在线 ${online} 个`,
  empty: { title: '网格内没有监控点', hint: '请管理员在服务器上导入监控点。' },
  none: { title: '没有符合条件的监控点', hint: '换一个词，或选“全部”。' },
};

export type MonitoringPointsMessages = typeof monitoringPointsZh;

export const monitoringPointsEn: MonitoringPointsMessages = {
  search: 'Name, code, grid',
  list: 'Monitoring points',
  cameras: (total, online) => `${total} cameras, ${online} online`,
  empty: { title: 'No monitoring point in your grid', hint: 'An administrator imports them: npm run import -- monitors FILE.' },
  none: { title: 'No monitoring point fits', hint: 'Try another word, or choose “All”.' },
};

export const useMonitoringPointsMessages = messagesIn<MonitoringPointsMessages>({ zh: monitoringPointsZh, en: monitoringPointsEn });
