// The commands of `npm run admin`. Each returns the lines to print. Every change writes its audit row in the same transaction.
import { randomUUID } from 'node:crypto';
import { capabilitiesOf, capabilityOf, PERMISSION_CODES, permissionCode } from '@lookout/contract';
import { CAPABILITIES, type Capability, type GridNo, MENU_CAPABILITIES, NATION, type Origin, parseGridNo } from '@lookout/domain';
import type { Account } from '@lookout/features/admin/admin.ts';
import { passwordMessage } from '@lookout/features/auth/password.ts';
import type { Repositories, Store } from '@lookout/features/store.ts';
import { checkNewPassword, type PasswordOwner } from '../access/password-policy.ts';
import { BACK_OFFICE_SETTING, hashOf, randomPassword } from '../access/passwords.ts';
import { publishedIn } from '../access/signing.ts';
import { appendUnpublished, settingEvent } from '../services/installation-events.ts';
import type { Config } from '../settings/config.ts';
import type { SecurityPolicy } from '../settings/security-policy.ts';
import { checkArchive, listArchives } from './archives.ts';
import { verifyAudit } from './audit.ts';
import { copyPictures } from './files.ts';
import { newKeys, rotateKeys } from './keys.ts';

/** A mistake in the command line. */
export class Misuse extends Error {}

export interface Options {
  readonly grid?: string | undefined;
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly rights?: string | undefined;
  readonly password?: string | undefined;
  readonly address?: string | undefined;
}

/** The actor's name in the audit and the event log. */
const ADMIN = 'npm run admin';
const ORIGIN: Origin = { actor: { kind: 'system', name: ADMIN }, requestId: null };

/** For `keysFile` see access/keys.ts. */
type CommandConfig = Pick<Config, 'keysFile' | 'cryptoSuite' | 'securityPolicy' | 'dataDir' | 's3'>;
type Command = (store: Store, args: readonly string[], options: Options, config: CommandConfig) => Promise<string[]>;

export const USAGE = `npm run admin -- 命令（commands）：
  users                                     全部用户
  create-user 用户名 --grid 513221 [--name 姓名] [--group 001003001001] [--rights bpMonitor,bpAlarm|menus|all] [--password …]
  reset-password 用户名 [--password …]      不给密码就生成一个
  set-grid 用户名 网格编号
  set-further-grids 用户名 [网格编号…]        另外可切换的网格（/switch）；不给则全部收回
  grant 用户名 权限…      revoke 用户名 权限…
  enable 用户名           disable 用户名
  logout 用户名           强制下线
  unlock 用户名 [--address IP]
  clear-otp 用户名                          清除两步验证（手机遗失时）
  unbind-identity 用户名                    解除与统一身份（门户、OpenID Connect）的绑定
  back-office-password 密码                 后台管理验证密码（字母和数字）
  rotate-keys                               更换登录密钥、签名密钥和摄像头密码的密钥
  copy-pictures                             把数据目录里的图片复制到存储桶（S3_ENDPOINT 等）；中断后再运行即可继续
  archives                                  已离开日志的月份及其归档文件
  verify-archive 文件                       核对一个归档文件：与收据、审计、散列链、签名是否一致
  verify-audit [锚点文件]                   核对审计的散列链，与数据目录里（或所给文件里）的锚点及其签名
  new-keys                                  密钥文件丢失时重新生成；摄像头密码须重新填写
权限（rights）：${PERMISSION_CODES.join(' ')}`;

export const commands: Readonly<Record<string, Command>> = {
  async users({ accounts }) {
    const { list } = await accounts.list(NATION, {}, { limit: 100_000 });
    return list.map(({ userName, gridNo, fullName, enabled, rights }) =>
      [userName.padEnd(16), gridNo.padEnd(9), enabled ? '  ' : '停', fullName, rights.map(permissionCode).join(',')].join(' '),
    );
  },

  async 'create-user'(store, [userName], options, { securityPolicy }) {
    if (!userName || !/^[A-Za-z][A-Za-z0-9_.-]{1,31}$/.test(userName)) throw new Misuse('用户名应以字母开头，2-32位字母、数字、_ . -');
    const gridNo = gridOf(options.grid);
    const groupId = options.group ?? '001';
    if (!(await store.groups.find(groupId))) throw new Misuse(`没有组织 ${groupId}`);
    const owner = { userName, fullName: options.name ?? userName };
    const { password, lines } = await passwordOf(options.password, securityPolicy, owner);
    const rights = rightsOf(options.rights);
    const account = {
      id: randomUUID(),
      userName,
      passwordHash: await hashOf(password),
      passwordGivenAt: new Date(),
      fullName: options.name ?? userName,
      gridNo,
      groupId,
      rights,
      grids: [],
      headUrl: null,
      phone: null,
      deviceId: null,
      topic: null,
      enabled: true,
      demo: false,
    };
    await store.transaction(async (tx) => {
      const made = await tx.accounts.create(account);
      if (!made.ok) throw new Misuse(`用户名 ${userName} 已存在`);
      await audit(tx, 'create-user', account, { gridNo, groupId, codes: rights });
    });
    return [`已建用户 ${userName}，网格 ${gridNo}`, ...lines];
  },

  async 'reset-password'(store, [userName], options, { securityPolicy }) {
    const account = await accountOf(store, userName);
    const { password, lines } = await passwordOf(options.password, securityPolicy, account);
    const hash = await hashOf(password);
    await store.transaction(async (tx) => {
      await tx.accounts.setPasswordHash(account.id, hash, 'other');
      await tx.sessions.endAllOf(account.id);
      await audit(tx, 'reset-password', account, {});
    });
    return [`已重置 ${account.userName} 的密码，其登录已失效`, ...lines];
  },

  async 'set-grid'(store, [userName, grid]) {
    const account = await accountOf(store, userName);
    const gridNo = gridOf(grid);
    await store.transaction(async (tx) => {
      await tx.accounts.update(NATION, account.id, { gridNo, topic: null });
      await tx.sessions.endAllOf(account.id);
      await audit(tx, 'update-user', account, { gridNo });
    });
    return [`${account.userName} 的网格改为 ${gridNo}，须重新登录`];
  },

  async 'set-further-grids'(store, [userName, ...nos]) {
    const account = await accountOf(store, userName);
    const grids = [...new Set(nos.map(gridOf))];
    const isLoss = account.grids.some((no) => !grids.includes(no));
    await store.transaction(async (tx) => {
      await tx.accounts.setGrids(NATION, account.id, grids);
      if (isLoss) await tx.sessions.endAllOf(account.id);
      await audit(tx, 'update-user', account, { gridNos: grids });
    });
    return [grids.length === 0 ? `${account.userName} 没有另外的网格` : `${account.userName} 另外可切换到：${grids.join('、')}`];
  },

  async grant(store, [userName, ...codes]) {
    const account = await accountOf(store, userName);
    const rights = [...new Set([...account.rights, ...capabilitiesIn(codes)])];
    await setRights(store, account, rights, false);
    return [`${account.userName} 的权限：${rights.map(permissionCode).join(' ')}`];
  },

  async revoke(store, [userName, ...codes]) {
    const account = await accountOf(store, userName);
    const gone = new Set(capabilitiesIn(codes));
    const rights = account.rights.filter((right) => !gone.has(right));
    await setRights(store, account, rights, true);
    return [`${account.userName} 的权限：${rights.map(permissionCode).join(' ')}`];
  },

  enable: (store, [userName]) => setEnabled(store, userName, true),
  disable: (store, [userName]) => setEnabled(store, userName, false),

  async logout(store, [userName]) {
    const account = await accountOf(store, userName);
    const count = await store.transaction(async (tx) => {
      const ended = await tx.sessions.endAllOf(account.id);
      await audit(tx, 'force-logout', account, { sessions: ended.length });
      return ended.length;
    });
    return [`${account.userName}：${count} 个登录已失效`];
  },

  async unlock(store, [userName], { address }) {
    if (!userName) throw new Misuse('请给出用户名');
    const addresses = address === undefined ? await addressesOfFailures(store, userName) : [address];
    for (const one of addresses) await store.loginFailures.clear(userName, one);
    await store.audit.append([entryOf('unlock', null, userName, null, { addresses })]);
    return [addresses.length === 0 ? `没有找到 ${userName} 登录失败的记录` : `已解锁 ${userName}：${addresses.join('、')}`];
  },

  async 'clear-otp'(store, [userName]) {
    const account = await accountOf(store, userName);
    const wasOn = await store.transaction(async (tx) => {
      const removed = await tx.secondFactors.remove(account.id);
      if (removed) await tx.sessions.endAllOf(account.id);
      if (removed) await audit(tx, 'clear-second-factor', account, {});
      return removed;
    });
    return [wasOn ? `已清除 ${account.userName} 的两步验证，其登录已失效` : `${account.userName} 没有开启两步验证`];
  },

  async 'unbind-identity'(store, [userName]) {
    const account = await accountOf(store, userName);
    const wasBound = await store.transaction(async (tx) => {
      const removed = await tx.identities.unbind(account.id);
      if (removed) await tx.sessions.endAllOf(account.id);
      if (removed) await audit(tx, 'unbind-identity', account, {});
      return removed;
    });
    return [wasBound ? `已解除 ${account.userName} 与统一身份的绑定，其登录已失效` : `${account.userName} 没有绑定统一身份`];
  },

  async 'back-office-password'(store, [password]) {
    if (!password || !/^[A-Za-z0-9]{6,64}$/.test(password)) throw new Misuse('请输入包含字母，数字的密码（至少6位）');
    const hash = await hashOf(password);
    await store.transaction(async (tx) => {
      await tx.settings.set(BACK_OFFICE_SETTING, hash);
      await tx.audit.append([entryOf('set-back-office-password', null, null, null, {})]);
      await appendUnpublished(tx, [settingEvent(ORIGIN, new Date(), BACK_OFFICE_SETTING)]);
    });
    return ['已设置后台管理验证密码'];
  },

  'rotate-keys': (store, _args, _options, { keysFile, cryptoSuite }) => rotateKeys(store, keysFile, cryptoSuite),
  'copy-pictures': (_store, _args, _options, config) => copyPictures(config),
  archives: (store) => listArchives(store),
  async 'verify-archive'(store, [file], _options, { dataDir, keysFile }) {
    if (!file) throw new Misuse('请给出归档文件 · name the file of an archive');
    return checkArchive(store, file, { dataDir, published: await publishedIn(keysFile) });
  },
  'verify-audit': async (store, [file], _options, { dataDir, keysFile }) =>
    verifyAudit(store, file, { dataDir, published: await publishedIn(keysFile) }),
  'new-keys': (store, _args, _options, { keysFile }) => newKeys(store, keysFile),
};

async function setRights(store: Store, account: Account, rights: readonly Capability[], isLoss: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.accounts.setRights(NATION, account.id, rights);
    if (isLoss) await tx.sessions.endAllOf(account.id);
    await audit(tx, 'update-user', account, { codes: rights });
  });
}

async function setEnabled(store: Store, userName: string | undefined, enabled: boolean): Promise<string[]> {
  const account = await accountOf(store, userName);
  await store.transaction(async (tx) => {
    await tx.accounts.update(NATION, account.id, { enabled });
    if (!enabled) await tx.sessions.endAllOf(account.id);
    await audit(tx, 'update-user', account, { enabled });
  });
  return [`${account.userName} 已${enabled ? '启用' : '停用'}`];
}

async function accountOf({ accounts }: Pick<Store, 'accounts'>, userName: string | undefined): Promise<Account> {
  if (!userName) throw new Misuse('请给出用户名');
  const account = await accounts.findByUserName(userName);
  if (!account) throw new Misuse(`没有用户 ${userName}`);
  return account;
}

function gridOf(text: string | undefined): GridNo {
  const gridNo = parseGridNo(text);
  if (gridNo === null) throw new Misuse('请给出6位网格编号，例如 513221；100000 为全国');
  return gridNo;
}

function capabilitiesIn(codes: readonly string[]): Capability[] {
  const wrong = codes.filter((code) => capabilityOf(code) === null);
  if (codes.length === 0 || wrong.length > 0)
    throw new Misuse(`权限应为：${PERMISSION_CODES.join(' ')}${wrong.length > 0 ? `；没有 ${wrong.join(' ')}` : ''}`);
  return capabilitiesOf(codes);
}

function rightsOf(text: string | undefined): readonly Capability[] {
  if (text === undefined || text === 'menus') return MENU_CAPABILITIES;
  return text === 'all' ? CAPABILITIES : capabilitiesIn(text.split(','));
}

async function passwordOf(
  given: string | undefined,
  policy: SecurityPolicy,
  owner: PasswordOwner,
): Promise<{ password: string; lines: string[] }> {
  if (given === undefined) {
    const password = randomPassword();
    return { password, lines: [`密码（只显示这一次）：${password}`] };
  }
  const parsed = await checkNewPassword(given, policy, owner);
  if (!parsed.ok) throw new Misuse(passwordMessage(parsed.error));
  return { password: parsed.value, lines: [] };
}

/** A lock applies to a pair of user and address. The audit contains the addresses of the failed logins. */
async function addressesOfFailures({ audit }: Pick<Store, 'audit'>, userName: string): Promise<string[]> {
  const page = { offset: 0, limit: 500 };
  const [asTarget, asActor] = await Promise.all([audit.page(NATION, { targetId: userName }, page), audit.page(NATION, { userName }, page)]);
  const failed = [...asTarget.list, ...asActor.list].filter(({ outcome }) => outcome !== 'ok');
  return [...new Set(failed.map(({ address }) => address).filter((address) => address !== null))];
}

const audit = (
  tx: Repositories,
  act: string,
  { id, userName, gridNo }: Pick<Account, 'id' | 'userName' | 'gridNo'>,
  detail: Record<string, unknown>,
) => tx.audit.append([entryOf(act, id, userName, gridNo, detail)]);

const entryOf = (
  act: string,
  targetId: string | null,
  userName: string | null,
  gridNo: GridNo | null,
  detail: Record<string, unknown>,
) => ({
  accountId: null,
  userName: ADMIN,
  address: null,
  act,
  targetKind: 'account' as const,
  targetId,
  gridNo,
  outcome: 'ok',
  detail: { ...detail, ...(userName !== null && { userName }) },
});
