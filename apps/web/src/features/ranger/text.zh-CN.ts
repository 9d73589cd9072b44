// The words of 护林管理, in Chinese.
export const rangerZh = {
  title: '护林员',
  search: '姓名、网格、电话',
  counts: (online: number, total: number) => `在线 ${online} / 共 ${total}`,
  filters: { all: '全部', online: '在线', offline: '离线', busy: '在办' },
  filter: '筛选',
  empty: '网格内还没有护林员',
  emptyHint: '请管理员在“系统管理”中新建护林员账号，或用 npm run import -- people 导入。',
  noneFound: '没有符合条件的护林员',
  failed: '护林员没有取到',
  retry: '重试',
  stale: '连接已中断，显示的是最后收到的位置',
  never: '从未联系',
  lastContact: (time: string) => `最后联系 ${time}`,
  late: (time: string) => `补传，${time} 收到`,
  more: (n: number) => `另有 ${n} 名未列出，请用搜索或筛选缩小范围`,
  noPlace: '位置未知',
  busy: (n: number) => `在办 ${n} 项`,
  online: '在线',
  offline: '离线',
};
export type RangerWords = typeof rangerZh;
