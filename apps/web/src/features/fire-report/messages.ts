import { messagesIn } from '../../shared/language.ts';

export const fireReportZh = {
  title: '用火报备',
  applicant: '申请人',
  anyPurpose: '用火类型',
  anyState: '状态',
  window: '用火时间范围',
  begin: '用火时间从',
  end: '到',
  reset: '清除条件',
  columns: { location: '位置', phone: '电话', size: '面积与看守', actions: '操作' },
  empty: '还没有用火报备',
  emptyHint: '按“申请用火”填写第一份申请。',
  noneFound: '没有符合条件的报备',
  noneFoundHint: '换一个条件，或清除条件。',
  tab: {
    page: '全部报备',
    list: '今日与将来的用火',
    coming: (n: number) => `今日与将来 ${n}`,
    waiting: (n: number) => `待审批 ${n}`,
    empty: { title: '今日与将来没有用火报备', hint: '需要用火时，按“申请用火”填写；批准后在地图上标出。' },
    noneWaiting: { title: '没有待审批的申请', hint: '新的申请会出现在这里。' },
  },
  layer: '用火报备',
};

export type FireReportMessages = typeof fireReportZh;

export const fireReportEn: FireReportMessages = {
  title: 'Fire-use reporting',
  applicant: 'Applicant',
  anyPurpose: 'Purpose',
  anyState: 'State',
  window: 'Window of burning',
  begin: 'Burning from',
  end: 'to',
  reset: 'Clear filters',
  columns: { location: 'Place', phone: 'Phone', size: 'Area and watch', actions: 'Actions' },
  empty: 'No application yet',
  emptyHint: 'Use “Apply to burn” for the first one.',
  noneFound: 'No application fits',
  noneFoundHint: 'Change or clear the filters.',
  tab: {
    page: 'All applications',
    list: 'Burnings today and to come',
    coming: (n) => `Today and later ${n}`,
    waiting: (n) => `Pending ${n}`,
    empty: { title: 'No burning today or later', hint: 'Use “Apply to burn”; an approved one is marked on the map.' },
    noneWaiting: { title: 'Nothing waits for review', hint: 'New applications appear here.' },
  },
  layer: 'Reported burnings',
};

export const useFireReportMessages = messagesIn<FireReportMessages>({ zh: fireReportZh, en: fireReportEn });
