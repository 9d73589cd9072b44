// Errors of embedded maps.
import { conflict, invalid, noSession } from '@lookout/contract';

export const embedErrors = {
  'embed-revoked': noSession('嵌入地图的令牌已被吊销', 'The token of this embedded map was revoked'),
  'embed-expired': noSession('嵌入地图的令牌已过期', 'The token of this embedded map has expired'),
  'embed-revoked-before': conflict<{ by: string }>(
    ({ by }) => `令牌已由${by}吊销`,
    ({ by }) => `${by} has revoked the token`,
  ),
  'embed-name-needed': invalid('请填写名称', 'Please enter a name'),
  'embed-layers-needed': invalid('请选择可显示的内容', 'Please choose what the map may show'),
  'embed-origins-needed': invalid('请填写允许嵌入的网站', 'Please enter the sites that may embed the map'),
  'embed-origins-at-most': invalid<{ most: number }>(
    ({ most }) => `允许的网站最多${most}个`,
    ({ most }) => `At most ${most} sites`,
  ),
  'embed-origin-format': invalid(
    '网站应为协议、域名和端口，如 https://portal.example.gov.cn，不含路径和通配符',
    'A site is a scheme, a host and a port, as in https://portal.example.gov.cn, without a path or wildcards',
  ),
  'embed-expiry-past': invalid('有效期应晚于现在', 'The expiry must be later than now'),
  'embed-expiry-beyond': invalid('有效期最长一年', 'A token is valid for a year at the most'),
} as const;
