// The acts of an alarm's history, by their names on the wire.

/** 到达, 看到, 接警, 接手, 研判, 更正, 上报, 撤回上报, 处置, 重新打开, 移位, 修改, 派遣, 任务进展, 短信, 下达命令, 收到命令, 撤回命令, 自动复核, 关闭, 复燃, 删除. */
export const HISTORY_ACTS = [
  'arrived',
  'seen',
  'acknowledged',
  'taken-over',
  'judged',
  'corrected',
  'pushed',
  'push-withdrawn',
  'handled',
  'reopened',
  'moved',
  'edited',
  'dispatched',
  'progress',
  'messaged',
  'ordered',
  'order-received',
  'order-withdrawn',
  'second-looked',
  'closed',
  'rekindled',
  'deleted',
] as const;
export type HistoryAct = (typeof HISTORY_ACTS)[number];
