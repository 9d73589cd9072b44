import type { FireReportWords } from './text.zh-CN.ts';

export const fireReportEn: FireReportWords = {
  title: 'Fire-use reporting',
  applicant: 'Applicant',
  anyPurpose: 'Purpose',
  anyState: 'State',
  window: 'Window of burning',
  begin: 'Burning from',
  end: 'to',
  presets: { week: 'Last 7 days', month: 'This month', quarter: 'Last 3 months', halfYear: 'Last half year' },
  reset: 'Clear filters',
  columns: { place: 'Place', phone: 'Phone', size: 'Area and watch', actions: 'Actions' },
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
