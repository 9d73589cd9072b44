// Errors that any call may meet: who asks, what was sent, and whether the server can answer at all.
import { messages } from '../outcome.ts';
import {
  diskFull,
  fault,
  forbidden,
  headersTooLarge,
  invalid,
  noSession,
  notFound,
  tooLarge,
  tooMany,
  tooSlow,
  unavailable,
} from './entry.ts';

export const generalErrors = {
  'not-logged-in': noSession('请先登录', 'Please log in first'),
  'wrong-feed-key': noSession('推送密钥不正确', 'The feed key is not right'),
  'ticket-unknown': noSession('视频票据无效，请重新打开', 'The video ticket is not valid; please open the video again'),
  'ticket-expired': noSession('视频票据已过期，请重新打开', 'The video ticket has expired; please open the video again'),
  'ticket-other-channel': noSession('视频票据不是这个通道的', 'The video ticket is for another channel'),
  'no-right': forbidden(messages.noRight, 'You do not have the right to do this'),
  'cross-site': forbidden('不接受来自其他网站的请求', 'Requests from other sites are not accepted'),
  /** Not there, or not in your grid: the same answer, so that nobody can tell which. */
  'not-found': notFound('没有找到，或不在您的网格内', 'Not found, or not in your grid'),
  'no-such-call': notFound('没有这个地址', 'There is no such address'),

  'request-unreadable': invalid('请求无法读取', 'The request cannot be read'),
  'request-beyond-limit': tooLarge('请求无法读取', 'The request cannot be read: it is too large'),
  'headers-too-large': headersTooLarge('请求头太长', 'The request headers are too long'),
  'request-too-slow': tooSlow('请求没有在规定时间内传完', 'The request was not complete in time'),
  'body-too-large': tooLarge<{ megabytes: number }>(
    ({ megabytes }) => `请求内容太大，上限 ${megabytes} MB`,
    ({ megabytes }) => `The request is too large; at most ${megabytes} MB are accepted`,
  ),
  'body-cut-off': invalid('请求内容没有传完', 'The request broke off before its end'),
  'body-not-json-type': invalid(
    '请求内容应为 JSON（Content-Type: application/json）',
    'The request must be JSON (Content-Type: application/json)',
  ),
  'body-not-utf8': invalid('请求内容不是有效的 UTF-8 文本', 'The request is not valid UTF-8 text'),
  'body-not-json': invalid('请求内容不是有效的 JSON', 'The request is not valid JSON'),
  'body-compressed': invalid('不接受压缩的请求内容', 'Compressed requests are not accepted'),

  'too-many-calls': tooMany('请求过于频繁，请稍后再试', 'Too many requests; please try again later'),
  'server-busy': unavailable('服务繁忙，请稍后再试', 'The server is busy; please try again later'),
  'server-unavailable': unavailable('服务暂不可用，请稍后再试', 'The service is not available; please try again later'),
  'disk-full': diskFull(
    '服务器磁盘已满，暂时不能保存，请联系管理员',
    "The server's disk is full and nothing can be saved; please tell the administrator",
  ),
  'internal-fault': fault('服务器内部错误', 'Internal server error'),
} as const;
