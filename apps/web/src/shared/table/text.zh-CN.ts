export const tableZh = {
  total: (count: number) => `共 ${count} 条`,
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
};

export type TableWords = typeof tableZh;
