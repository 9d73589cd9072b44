export const fireReportZh = {
  title: '用火报备',
  applicant: '申请人',
  anyPurpose: '用火类型',
  anyState: '状态',
  window: '用火时间范围',
  begin: '用火时间从',
  end: '到',
  presets: { week: '近7天', month: '当月', quarter: '近三个月', halfYear: '近半年' },
  reset: '清除条件',
  columns: { place: '位置', phone: '电话', size: '面积与看守', actions: '操作' },
  empty: '还没有用火报备',
  emptyHint: '按“申请用火”填写第一份申请。',
  noneFound: '没有符合条件的报备',
  noneFoundHint: '换一个条件，或清除条件。',
};

export type FireReportWords = typeof fireReportZh;
