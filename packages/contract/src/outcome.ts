// Specification §8 as one pure function: what a reply, or its absence, means to the user.
import type { Language } from './errors/entry.ts';

/** Texts of the specification. */
export const messages = {
  unknownError: '未知错误',
  badAccount: '账户或密码错误！',
  loggedOut: '你已被登出，可以取消继续留在该页面，或者重新登录',
  loginAgain: '重新登录',
  cancel: '取消',
  pushFailed: '推送失败',
  sent: '发送成功',
  processed: '处理成功',
  pushed: '推送成功',
  delegated: '委派成功',
  moveFailed: '更新火点位置信息失败',
  noPosition: '没有得到火点位置',
  verified: '验证成功',
  verifyFailed: '验证失败，请重试',
  passwordChanged: '修改密码成功',
  passwordNotChanged: '修改密码失败',
  locked: '账户已锁定，请15分钟后再试',
  otherDevice: '当前用户不是该设备绑定的用户',
  noRight: '无权限',
  unreadableMessage: '收到无法识别的实时消息，请刷新页面',
  readOnly: '回放中只能查看，不能操作',
} as const;

type OutcomeMessages = Readonly<Record<keyof typeof messages, string>>;

const messagesEn: OutcomeMessages = {
  unknownError: 'Unknown error',
  badAccount: 'Wrong account or password!',
  loggedOut: 'You have been logged out. You can stay on this page by Cancel, or log in again',
  loginAgain: 'Log in again',
  cancel: 'Cancel',
  pushFailed: 'Not pushed',
  sent: 'Sent',
  processed: 'Done',
  pushed: 'Pushed',
  delegated: 'Dispatched',
  moveFailed: 'The place of the fire was not updated',
  noPosition: 'No place of a fire was found',
  verified: 'Verified',
  verifyFailed: 'Not verified; please try again',
  passwordChanged: 'The password was changed',
  passwordNotChanged: 'The password was not changed',
  locked: 'The account is locked; please try again in 15 minutes',
  otherDevice: 'You are not the user whom this device is bound to',
  noRight: 'No right',
  unreadableMessage: 'A live message could not be understood; please reload the page',
  readOnly: 'A replay can only be looked at',
};
export const outcomeMessages: Readonly<Record<Language, OutcomeMessages>> = { zh: messages, en: messagesEn };

/** An HTTP reply with its body as far as it is readable, or no reply. */
export type Arrival = { readonly status: number; readonly body: unknown } | { readonly status: null };

/** Why the call was made: a user's own action may open a dialog when the line is lost or the session has ended, background work may not. */
export type Occasion = 'act' | 'background' | 'login';

export type Outcome =
  | { readonly kind: 'passed'; readonly data: unknown; readonly message: string | null }
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly seconds: 5;
      readonly code: number;
      readonly data: unknown;
      /** The code of the error catalogue; absent: the reply has none. */
      readonly refusal?: string;
    }
  | {
      readonly kind: 'warning';
      readonly message: string /** `otp_required`: the login asks for a one-time code. */;
      readonly refusal?: string;
    }
  | {
      readonly kind: 'logged-out';
      readonly message: string;
      readonly confirm: string;
      readonly cancel: string;
      /** The error code, as in an `error`. */
      readonly refusal?: string;
    }
  | { readonly kind: 'line-lost'; readonly ask: boolean; readonly message: string; readonly confirm: string; readonly cancel: string };

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Interprets a reply, or its absence, in the order of §8: a login reply passes, then the HTTP status counts, then the code in the body.
 * @param occasion decides only whether a lost line opens a dialog or shows the banner
 * @param language of the message if the reply has none
 */
export function outcomeOf(arrival: Arrival, occasion: Occasion, language: Language = 'zh'): Outcome {
  const messages = outcomeMessages[language];
  const dialog = { message: messages.loggedOut, confirm: messages.loginAgain, cancel: messages.cancel };
  if (arrival.status === null) return { kind: 'line-lost', ask: occasion !== 'background', ...dialog };
  const { status, body } = arrival;
  if (status >= 200 && status < 300) return insideOutcome(body, messages);
  if (status === 401 && field(body, 'error') === 'otp_required')
    return { kind: 'warning', message: textOf(field(body, 'message')) ?? messages.badAccount, refusal: 'otp_required' };
  if (status === 400 || (status === 401 && field(body, 'error') === 'unauthorized'))
    return { kind: 'warning', message: messages.badAccount };
  if (status === 401) return { kind: 'logged-out', ...dialog, ...refusalOf(body) };
  return failure(body, status, messages);
}

function insideOutcome(body: unknown, messages: OutcomeMessages): Outcome {
  if (textOf(field(body, 'token_type'))) return { kind: 'passed', data: body, message: null };
  const code = field(body, 'code');
  if (code === 200) return { kind: 'passed', data: field(body, 'data'), message: textOf(field(body, 'message')) };
  return failure(body, typeof code === 'number' ? code : 0, messages);
}

function failure(body: unknown, fallbackCode: number, messages: OutcomeMessages): Outcome {
  const code = field(body, 'code');
  return {
    kind: 'error',
    message: textOf(field(body, 'message')) ?? messages.unknownError,
    seconds: 5,
    code: typeof code === 'number' ? code : fallbackCode,
    data: field(body, 'data') ?? null,
    ...refusalOf(body),
  };
}

/** The code of the error catalogue, if the reply has one. */
function refusalOf(body: unknown): { readonly refusal?: string } {
  const refusal = textOf(field(field(body, 'error'), 'code'));
  return refusal === null ? {} : { refusal };
}
