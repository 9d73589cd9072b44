// The words of writing a short message, in Chinese. The specification's own words to the letter.
import { words } from '@lookout/contract';

export const smsZh = {
  title: '发短信',
  receivers: '收件人',
  receiversPlaceholder: '按姓名、电话或网格查找',
  noPhone: '没有电话',
  noReceivers: '网格内没有登记了电话的用户，请直接填写号码',
  phones: '其他号码',
  phonesPlaceholder: '输入号码后按回车，可粘贴多个',
  badPhone: (text: string) => `“${text}”不是电话号码`,
  needReceiver: '请选择收件人或填写电话号码',
  template: '模板',
  templatePlaceholder: '选择模板，填入本条火警的内容',
  noTemplates: '还没有短信模板，请直接填写内容',
  content: '短信内容',
  contentPlaceholder: '选择模板或直接填写',
  needContent: '请选择模板或填写短信内容',
  previewing: '正在填入模板…',
  restore: '恢复刚才填写的内容',
  parts: (count: number) => `约合 ${count} 条短信`,
  tooLong: (most: number) => `短信最多${most}个字`,
  send: '发送',
  sending: '正在发送…',
  sent: words.sent as string,
  kept: (count: number) => `${words.sent}：${count} 条已存入发件箱（没有配置短信网关，不会自动发出）`,
  failed: '短信没有发出',
  noAnswer: '服务器没有应答，已填写的内容仍在，请检查网络后重试',
  leaveAsk: '短信还没有发送，确定关闭吗？已填写的内容会丢失。',
  leave: '关闭',
  stay: '继续填写',
};
export type SmsWords = typeof smsZh;
