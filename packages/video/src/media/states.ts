// What a channel does, in one word for programs and in words for people.

export const channelTexts = {
  idle: '未打开',
  connecting: '连接中',
  playing: '播放中',
  offline: '离线',
  'no-picture': '15 秒无画面',
  unauthorized: '摄像头拒绝登录',
  garbage: '数据无法识别',
  'codec-unsupported': '编码不支持',
  'protocol-unsupported': '协议不支持',
  'address-refused': '地址不允许',
  restarting: '视频服务重启中',
} as const;

export type ChannelState = keyof typeof channelTexts;

export interface ChannelReport {
  readonly key: string;
  readonly state: ChannelState;
  /** For people, in Chinese; names the codec when that is what hinders (编码不支持：H.265). */
  readonly text: string;
  readonly since: Date;
  /** Live viewers: lines of FLV, and players of HLS told apart by their query, until 8 s after they asked last. */
  readonly viewers: number;
  readonly isRecording: boolean;
  /** Why nothing is written though it should be (磁盘已满 …); null: all is well. */
  readonly recordingFault: string | null;
}

export const textOf = (state: ChannelState, detail: string | null): string =>
  detail !== null && namesDetail.has(state) ? `${channelTexts[state]}：${detail}` : channelTexts[state];

/** Where the detail is for people. Elsewhere it is a code for the log. */
const namesDetail: ReadonlySet<ChannelState> = new Set(['codec-unsupported', 'protocol-unsupported']);
