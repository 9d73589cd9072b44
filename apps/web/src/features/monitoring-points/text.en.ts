import type { MonitoringPointsWords } from './text.zh-CN.ts';

export const monitoringPointsEn: MonitoringPointsWords = {
  search: 'Name, code, grid',
  list: 'Monitoring points',
  cameras: (total, online) => `${total} cameras, ${online} online`,
  empty: { title: 'No monitoring point in your grid', hint: 'An administrator imports them: npm run import -- monitors FILE.' },
  none: { title: 'No monitoring point fits', hint: 'Try another word, or choose “All”.' },
};
