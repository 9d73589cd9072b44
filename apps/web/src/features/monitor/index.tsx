// 预警监测: what app/pages.ts loads for /manage/monitor.
export { MonitorPage } from './MonitorPage.tsx';
