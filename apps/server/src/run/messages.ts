// Every sentence that a start or a stop says to the person at the terminal.
import type { Config } from '../config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo-accounts.ts';

export const STOPPED = 'stopped cleanly';

export const messages = {
  portTaken: (port: number) =>
    `端口 ${port} 已被其他程序占用。请先停止它，或者用环境变量 PORT 指定另一个端口。\n  Port ${port} is in use: stop the other program or set PORT.`,
  portForbidden: (port: number) =>
    `没有权限使用端口 ${port}。请用环境变量 PORT 指定 1024 以上的端口。\n  No permission to use port ${port}: set PORT to 1024 or above.`,
  hostUnknown: (host: string) =>
    `本机没有地址 ${host}。请改正环境变量 HOST，例如 127.0.0.1 或 0.0.0.0。\n  This machine has no address ${host}: correct HOST.`,
  noDatabase: (reason: string) =>
    `数据库连不上：${reason}\n  请检查 DATABASE_URL（PostgreSQL 15 以上）。 The database cannot be reached: check DATABASE_URL.`,
  failed: (reason: string) => `服务没有启动（not started）：${reason}`,
  overdue: '没有在规定时间内停完，强制退出（not stopped in time, forced）',
} as const;

export interface Started {
  readonly addresses: readonly string[];
  readonly config: Config;
  /** Only when it was made at this start. */
  readonly newFeedKey: { readonly key: string; readonly file: string } | null;
  readonly administrator: { readonly userName: string; readonly password: string } | null;
}

/** What is printed when the server is up. */
export function greeting({ addresses, config, newFeedKey, administrator }: Started): string {
  const lines = ['', '林火瞭望 Fire Lookout 已启动，可从这些地址访问：', ...addresses.map((address) => `  ${address}`), ''];
  if (config.demo !== 'off') {
    const officers = DEMO_ACCOUNTS.filter(({ rights }) => !rights.every((code) => code === 'report-as-ranger'));
    lines.push(`演示账号（密码均为 ${DEMO_PASSWORD}）：`);
    for (const { userName, gridNo, fullName } of officers) lines.push(`  ${userName.padEnd(14)}${gridNo}  ${fullName}`);
    lines.push('  ranger01 … ranger20      护林员', '');
  }
  if (administrator) {
    lines.push('首个管理员（密码只显示这一次，登录后请修改）：', `  ${administrator.userName}    ${administrator.password}`, '');
  }
  if (newFeedKey) lines.push(`推送密钥 X-Feed-Key（保存在 ${newFeedKey.file}）：`, `  ${newFeedKey.key}`, '');
  return `${lines.join('\n')}\n`;
}
