// Errors of external sign-on and of switching grids.
import { business, forbidden, invalid, noSession, notFound, unavailable } from '@lookout/contract';

/** Why a request to an external system failed: timeout, no connection, an unreadable answer, or an error status. */
export type OutsideTrouble = 'timeout' | 'connection' | 'unreadable' | 'status';

const troubleZh: Readonly<Record<OutsideTrouble, string>> = {
  timeout: '没有在 5 秒内应答',
  connection: '连接不上',
  unreadable: '的应答无法识别',
  status: '出错',
};
const troubleEn: Readonly<Record<OutsideTrouble, string>> = {
  timeout: 'did not answer within 5 s',
  connection: 'cannot be reached',
  unreadable: 'gave an answer that cannot be read',
  status: 'reported an error',
};

export const signOnErrors = {
  /** Not a 401: a browser logs every 401 to its console, and opening /oss without a token is normal. */
  'no-portal-token': business('没有门户令牌', 'There is no token of the portal'),
  'portal-not-set': business(
    '本系统没有设置统一身份门户，请用账号和密码登录',
    'No portal is set up for this system; please log in with account and password',
  ),
  'portal-token-refused': business(
    '门户不认可这个令牌：它可能已过期，或不是门户签发的。请回到门户重新进入',
    'The portal does not accept this token: it may have expired, or was not issued by it. Please enter from the portal again',
  ),
  'portal-token-spent': business(
    '这个令牌已经用过，不能再用。请回到门户重新进入',
    'This token has been used already. Please enter from the portal again',
  ),
  'portal-silent': unavailable<{ trouble: OutsideTrouble }>(
    ({ trouble }) => `统一身份门户${troubleZh[trouble]}，请稍后再试，或用账号和密码登录`,
    ({ trouble }) => `The portal ${troubleEn[trouble]}; please try again later, or log in with account and password`,
  ),
  'outside-account-unknown': business<{ userName: string }>(
    ({ userName }) => `统一身份“${userName}”在本系统没有账号，请联系管理员开通`,
    ({ userName }) => `The identity “${userName}” has no account in this system; please ask your administrator for one`,
  ),
  'outside-account-disabled': business<{ userName: string }>(
    ({ userName }) => `账号“${userName}”已停用，请联系管理员`,
    ({ userName }) => `The account “${userName}” is disabled; please ask your administrator`,
  ),
  'outside-identity-other': business<{ userName: string }>(
    ({ userName }) => `账号“${userName}”已绑定统一身份中的另一个人，您不能用它进入。确属本人（统一身份重新开户）的，请联系管理员解除绑定`,
    ({ userName }) =>
      `The account “${userName}” is bound to another external identity, so you cannot log in with it. If it is yours (you were registered again there), please ask your administrator to unbind it`,
  ),
  'outside-identity-none': business('该账号没有绑定统一身份', 'This account is not bound to an external identity'),
  'oidc-too-weak': business<{ wanted: string }>(
    ({ wanted }) => `身份提供方没有按本系统要求的强度（${wanted}）核验身份，登录没有完成。请用要求的方式登录，或联系管理员`,
    ({ wanted }) =>
      `The identity provider did not verify your identity as strongly as this system requires (${wanted}). Please sign on in the required way, or ask your administrator`,
  ),
  'oidc-logout-refused': forbidden(
    '注销通知没有通过校验，没有结束任何登录',
    'The logout notice did not pass the checks; no session was ended',
  ),
  'oidc-not-set': business(
    '本系统没有设置身份提供方（OpenID Connect），请用账号和密码登录',
    'No identity provider (OpenID Connect) is set up for this system; please log in with account and password',
  ),
  'oidc-silent': unavailable<{ trouble: OutsideTrouble }>(
    ({ trouble }) => `身份提供方${troubleZh[trouble]}，请稍后再试，或用账号和密码登录`,
    ({ trouble }) => `The identity provider ${troubleEn[trouble]}; please try again later, or log in with account and password`,
  ),
  'oidc-state-unknown': business(
    '这次登录无效：已经完成过、超过了10分钟，或不是从本系统发起的。请重新登录',
    'This sign-on is not valid: it was finished already, took over 10 minutes, or was not begun here. Please begin again',
  ),
  'oidc-other-browser': business(
    '这次登录是在另一个浏览器里发起的，不能在这里完成。请重新登录',
    'This sign-on was begun in another browser and cannot be finished here. Please begin again',
  ),
  'oidc-denied': business<{ error: string }>(
    ({ error }) => (error === 'access_denied' ? '您在身份提供方取消了登录，或没有得到许可' : `身份提供方拒绝了登录（${error}）`),
    ({ error }) =>
      error === 'access_denied'
        ? 'The sign-on was cancelled at the identity provider, or not permitted'
        : `The identity provider refused the sign-on (${error})`,
  ),
  'oidc-answer-refused': business(
    '身份提供方的应答没有通过校验，登录没有完成。请重新登录；如仍不行，请联系管理员',
    'The answer of the identity provider did not pass the checks. Please begin again; if that does not help, ask your administrator',
  ),
  'oidc-issuer': business<{ wanted: string; got: string }>(
    ({ wanted, got }) =>
      `身份提供方自称“${got}”，与本系统设置的“${wanted}”不同（协议、末尾的斜杠也须一致），登录没有完成。请联系管理员改正“签发者”的设置`,
    ({ wanted, got }) =>
      `The identity provider calls itself “${got}”, not “${wanted}” as configured here (the scheme and a trailing slash matter). Please ask your administrator to correct OIDC_ISSUER`,
  ),
  'oidc-client-refused': business(
    '身份提供方不认可本系统的客户端编号或密钥，登录没有完成。请联系管理员核对这两项设置',
    'The identity provider does not accept the client id or secret of this system. Please ask your administrator to check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ),
  'oidc-redirect-refused': business(
    '身份提供方不认可本系统的返回地址，登录没有完成。请联系管理员在身份提供方登记它，或核对返回地址的设置',
    'The identity provider does not accept the address to which it should send you back. Please ask your administrator to register it there, or to check OIDC_REDIRECT_URL',
  ),
  'oidc-certificate': unavailable<{ reason: string }>(
    ({ reason }) => `身份提供方的证书没有通过校验（${reason}），没有连接。请联系管理员；也可用账号和密码登录`,
    ({ reason }) =>
      `The certificate of the identity provider is not accepted (${reason}), so it was not connected to. Please ask your administrator, or log in with account and password`,
  ),
  'oidc-clock': business(
    '身份提供方与本系统的时钟相差过大，登录没有完成。请联系管理员校准时间',
    'The clocks of the identity provider and of this system differ too much. Please ask your administrator to set them',
  ),
  'oidc-no-user-name': business<{ claim: string }>(
    ({ claim }) => `身份提供方没有给出用户名（${claim}），请联系管理员`,
    ({ claim }) => `The identity provider gave no user name (${claim}); please ask your administrator`,
  ),
  'grid-not-held': invalid('该网格不在您的账号可用的网格之内', 'This grid is not among those your account may act for'),
  'no-demo-portal': notFound('没有演示门户', 'There is no demo portal'),
  'demo-token-refused': noSession('令牌无效', 'The token is not valid'),
} as const;
