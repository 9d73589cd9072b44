import { messagesIn } from '../language.ts';

export const tableZh = {
  total: (count: number) => `共 ${count} 条`,
  selectAll: '选择本页全部',
  select: (name: string) => `选择 ${name}`,
  columns: '列',
  columnsLabel: '选择显示的列',
  allColumns: '显示全部列',
  exporting: (got: number, total: number) => `正在导出 ${got} / ${total}`,
  export: '导出',
  exportLabel: '导出当前筛选结果',
  kinds: { xlsx: 'Excel（.xlsx）', csv: 'CSV（.csv）' },
  cancel: '取消导出',
  cancelled: '已取消导出，没有生成文件',
  done: (count: number) => `已导出 ${count} 条`,
  nothing: '当前条件下没有数据，没有生成文件',
  tooMany: (total: number, most: number) => `当前条件下有 ${total} 条，一次最多导出 ${most} 条；请缩小时间范围或网格后再试`,
  failed: (why: string) => `导出没有完成，没有生成文件：${why}`,
  noAnswer: '服务器没有应答，请检查网络后重试',
  presets: { week: '近7天', month: '当月', quarter: '近三个月', halfYear: '近半年' },
};

export type TableMessages = typeof tableZh;

export const tableEn: TableMessages = {
  total: (count) => `${count} in all`,
  selectAll: 'Select the whole page',
  select: (name) => `Select ${name}`,
  columns: 'Columns',
  columnsLabel: 'Choose the columns to show',
  allColumns: 'Show all columns',
  exporting: (got, total) => `Exporting ${got} / ${total}`,
  export: 'Export',
  exportLabel: 'Export what the filter finds',
  kinds: { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' },
  cancel: 'Cancel the export',
  cancelled: 'The export was cancelled; no file was made',
  done: (count) => `${count} exported`,
  nothing: 'The filter finds nothing; no file was made',
  tooMany: (total, most) =>
    `The filter finds ${total}, and at most ${most} are exported at once; narrow the time or the grid and try again`,
  failed: (why) => `The export did not finish, no file was made: ${why}`,
  noAnswer: 'the server did not answer; check the network and try again',
  presets: { week: 'Last 7 days', month: 'This month', quarter: 'Last 3 months', halfYear: 'Last half year' },
};

export const useTableMessages = messagesIn<TableMessages>({ zh: tableZh, en: tableEn });
