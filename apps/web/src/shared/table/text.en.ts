import type { TableWords } from './text.zh-CN.ts';

export const tableEn: TableWords = {
  total: (count) => `${count} in all`,
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
};
