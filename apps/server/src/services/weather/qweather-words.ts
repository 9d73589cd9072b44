// What all replies of QWeather have in common: a status word of their own, whatever HTTP says.

/** One question may take so long. */
export const BUDGET_MS = 5_000;

/** QWeather's own status words, as far as a duty officer can do something about them. */
const meanings: Readonly<Record<string, string>> = {
  204: '该地区没有天气数据',
  400: '天气服务：请求错误',
  401: '天气服务：密钥无效',
  402: '天气服务：超过访问次数或余额不足',
  403: '天气服务：没有权限',
  404: '该地区没有天气数据',
  429: '天气服务：访问过于频繁',
  500: '天气服务：无响应',
};

export const meaningOf = (word: string): string => meanings[word] ?? `天气服务返回 ${word}`;

/** @returns its status word, HTTP's when it has none of its own */
export function readReply(body: unknown, status: string): { readonly word: string; readonly fields: Readonly<Record<string, unknown>> } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  return { word: typeof fields.code === 'string' ? fields.code : status, fields };
}
