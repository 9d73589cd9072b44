// Errors of notifications: settings, webhooks, and why a message was not sent.
import { conflict, invalid, unavailable } from '@lookout/contract';

export const notificationErrors = {
  'notification-email-format': invalid('请填写有效的电子邮件地址', 'Please enter a valid e-mail address'),
  'notification-email-needed': invalid('用电子邮件接收，须填写地址', 'Please enter the e-mail address at which you want to be notified'),
  'notification-phone-needed': invalid(
    '本账号没有有效的手机号，不能用短信接收，请联系管理员',
    'This account has no valid mobile number for short messages; please inform the administrator',
  ),
  'notification-time-format': invalid('请填写时刻（时:分）', 'Please enter a time of day (HH:mm)'),
  'notification-quiet-equal': invalid('静默时段的开始与结束不能相同', 'The quiet hours must not begin and end at the same time'),
  'push-endpoint-format': invalid('浏览器的推送地址应为 https:// 地址', 'The push endpoint of a browser is an https:// address'),
  'push-keys-format': invalid('浏览器的推送密钥无法读取', 'The push keys of the browser cannot be read'),
  'webhook-name-needed': invalid('请填写名称', 'Please enter a name'),
  'webhook-url-format': invalid(
    '网址应以 https:// 或 http:// 开头，不含用户名、密码和 #',
    'The address begins with https:// or http://, without user name, password and #',
  ),
  'webhook-revised': conflict<{ by: string }>(
    ({ by }) => `网络回调刚被${by}修改`,
    ({ by }) => `${by} has just changed this webhook`,
  ),

  // Reasons why a message was not sent, as stored in its record.
  'notify-address-refused': unavailable(
    '地址不在允许范围：公网地址须用 https，内网地址须由管理员列入允许的内网地址',
    'The address is not allowed: public ones by https only, those of the own network only if NOTIFY_HOSTS names them',
  ),
  'notify-status': unavailable<{ status: number }>(
    ({ status }) => `对方应答 HTTP ${status}`,
    ({ status }) => `The receiver answered HTTP ${status}`,
  ),
  'notify-silent': unavailable<{ seconds: number }>(
    ({ seconds }) => `对方 ${seconds} 秒内没有应答`,
    ({ seconds }) => `The receiver did not answer within ${seconds} s`,
  ),
  'notify-unreachable': unavailable<{ reason: string }>(
    ({ reason }) => `无法连接对方（${reason}）`,
    ({ reason }) => `The receiver cannot be reached (${reason})`,
  ),
  'notify-mail-refused': unavailable<{ reason: string }>(
    ({ reason }) => `邮件服务器拒收（${reason}）`,
    ({ reason }) => `The mail server refused the message (${reason})`,
  ),
  'notify-no-browser': unavailable('没有开启推送的浏览器', 'No browser accepts messages any more'),
  'notify-no-contact': unavailable(
    '推送服务要求联系地址：请管理员设置邮件服务器与发件人，或以 https 打开本系统后在浏览器重新开启推送',
    'Push services ask for a contact: set SMTP_URL and MAIL_FROM, or open the product by https and turn messages on again in this browser',
  ),
  'notify-no-longer': unavailable(
    '汇总时不须再通知：已有人签收或研判，或接收人已停用、不再用这一渠道',
    'Not sent with the combined message: the fire had been answered, or the receiver has left or no longer uses the channel',
  ),
  'notify-webhook-gone': unavailable('网络回调已删除或停用', 'The webhook was removed or switched off'),
  'notify-secret-lost': unavailable(
    '现有密钥打不开网络回调的签名密钥，须重新创建',
    'The secret of the webhook cannot be decrypted with the present keys; please create the webhook again',
  ),
} as const;
