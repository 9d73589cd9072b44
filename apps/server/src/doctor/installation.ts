// The data that the checks examine, gathered once.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrokerFacts, probeBroker } from '@lookout/live';
import { type DatabaseFacts, examineDatabase, holderOf, runningEmbedded, serverRoleUrl } from '@lookout/store';
import { BACK_OFFICE_SETTING } from '../access/passwords.ts';
import { linkTo } from '../log-lines/syslog.ts';
import { missingFiles } from '../services/files/copy.ts';
import type { FileStore } from '../services/files/file-store.ts';
import { folderStore } from '../services/files/folder-store.ts';
import { openS3Store } from '../services/files/s3-store.ts';
import { PICTURES } from '../services/pictures.ts';
import type { Config, OidcConfig } from '../settings/config.ts';
import { DEMO_ACCOUNTS } from '../settings/demo-accounts.ts';
import type { S3Config } from '../settings/s3-config.ts';
import type { SyslogAddress } from '../settings/syslog-address.ts';
import { reasonOf } from './reason.ts';
import { askProvider, type SignOnFacts } from './sign-on.ts';

/** The setting that identifies this database's set of keys (access/keys.ts). */
export const KEYS_SETTING = 'keys-id';

export type Database =
  | { readonly kind: 'facts'; readonly facts: DatabaseFacts; readonly embedded: boolean }
  | { readonly kind: 'away'; readonly reason: string }
  /** The embedded database, whose server is not running. */
  | { readonly kind: 'idle' };

export interface Installation {
  readonly config: Config;
  readonly nodeVersion: string;
  /** The user id of this process; null: the system has none. */
  readonly uid: number | null;
  readonly now: Date;
  /** The process that has locked the data folder. */
  readonly holder: number | null;
  readonly database: Database;
  askBroker(url: string): Promise<BrokerFacts>;
  /** @returns how many pictures of the data folder are missing from the bucket. @throws StorageUnavailable */
  askBucket(s3: S3Config): Promise<{ readonly missing: number }>;
  /** The archives that are neither in the data folder nor in the bucket. @throws StorageUnavailable */
  missingArchives(names: readonly string[]): Promise<readonly string[]>;
  /** null: the media library loads; otherwise the reason why not. */
  loadMedia(): Promise<string | null>;
  /** null: the mail server answers and accepts the login; otherwise the reason why not. */
  askMail(url: string): Promise<string | null>;
  askProvider(oidc: OidcConfig): Promise<SignOnFacts>;
  /** null: the log collector can be reached; otherwise the reason why not. */
  askCollector(address: SyslogAddress): Promise<string | null>;
}

/** Examines the installation without changing it. */
export async function examine(config: Config, now: Date): Promise<Installation> {
  return {
    config,
    now,
    nodeVersion: process.version,
    uid: process.getuid?.() ?? null,
    holder: await holderOf(config.dataDir),
    database: await databaseOf(config),
    askBroker: probeBroker,
    askBucket: (s3) => probeBucket(config.dataDir, s3),
    missingArchives: (names) => missingArchives(config, names),
    loadMedia,
    askMail,
    askProvider: (oidc) => askProvider(oidc, new Date()),
    askCollector,
  };
}

async function probeBucket(dataDir: string, s3: S3Config): Promise<{ missing: number }> {
  const bucket = await openS3Store(s3, { warn: () => undefined });
  try {
    await bucket.probe();
    return { missing: (await missingFiles(folderStore(dataDir), bucket, PICTURES)).length };
  } finally {
    bucket.close();
  }
}

async function missingArchives({ dataDir, s3 }: Config, names: readonly string[]): Promise<readonly string[]> {
  const here = await notIn(folderStore(dataDir), names);
  if (here.length === 0 || s3 === null) return here;
  const bucket = await openS3Store(s3, { warn: () => undefined });
  try {
    return await notIn(bucket, here);
  } finally {
    bucket.close();
  }
}

async function notIn(files: Pick<FileStore, 'sizeOf'>, names: readonly string[]): Promise<readonly string[]> {
  const sizes = await Promise.all(names.map((name) => files.sizeOf(name)));
  return names.filter((_, n) => sizes[n] === null);
}

async function databaseOf({ databaseUrl, dataDir }: Config): Promise<Database> {
  // The connection is examined with the server's own role.
  const ownerUrl = databaseUrl === null ? await runningEmbedded(dataDir) : null;
  const url = databaseUrl ?? (ownerUrl && serverRoleUrl(ownerUrl));
  if (url === null) return { kind: 'idle' };
  try {
    const userNames = [...DEMO_ACCOUNTS.map(({ userName }) => userName), 'admin'];
    const facts = await examineDatabase(url, { settings: [KEYS_SETTING, BACK_OFFICE_SETTING], userNames });
    return { kind: 'facts', facts, embedded: databaseUrl === null };
  } catch (error) {
    return { kind: 'away', reason: reasonOf(error) };
  }
}

const MAIL_BUDGET_MS = 5_000;
const COLLECTOR_BUDGET_MS = 5_000;

async function askMail(url: string): Promise<string | null> {
  const budgets = { connectionTimeout: MAIL_BUDGET_MS, greetingTimeout: MAIL_BUDGET_MS, socketTimeout: MAIL_BUDGET_MS };
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...budgets });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    transport.close();
  }
}

function askCollector(address: SyslogAddress): Promise<string | null> {
  return new Promise((resolve) => {
    const answered = (reason: string | null): void => {
      clearTimeout(timer);
      link.close();
      resolve(reason);
    };
    const timer = setTimeout(() => answered('ETIMEDOUT'), COLLECTOR_BUDGET_MS);
    const link = linkTo(address)({ opened: () => answered(null), lost: (error) => answered(reasonOf(error)) });
  });
}

/** Runs in a separate process, because a library that does not fit this machine may end it. */
function loadMedia(): Promise<string | null> {
  const home = path.dirname(fileURLToPath(import.meta.resolve('@lookout/video')));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', "await import('node-av')"],
      { cwd: home, timeout: 30_000 },
      (error, _stdout, stderr) =>
        resolve(error === null ? null : (stderr.split('\n').find((line) => /Error|signal/.test(line)) ?? error.message).trim()),
    );
  });
}
