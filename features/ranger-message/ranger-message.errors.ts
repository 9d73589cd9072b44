// Errors of messages between desks and rangers (消息).
import { business, invalid } from '@lookout/contract';

export const rangerMessageErrors = {
  'ranger-message-empty': invalid('请填写消息内容', 'Please write a message'),
  'ranger-message-id-taken': invalid('消息编号已被使用', 'This id belongs to another message'),
  'ranger-message-drill': business('演练中的火情不与护林员互发消息', 'Messages with rangers are about real fires only'),
} as const;
