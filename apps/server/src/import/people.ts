// Imports people from a table: 用户名 is the key. Existing accounts retain their password. New ones without a password get a generated one,
// listed in a file that only its owner may read.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codedError } from '@lookout/contract';
import { type Capability, type GridNo, MENU_CAPABILITIES, NATION } from '@lookout/domain';
import type { NewAccount } from '@lookout/features/admin/accounts.store.ts';
import type { Account } from '@lookout/features/admin/admin.ts';
import type { Repositories, Store } from '@lookout/features/store.ts';
import { csvText, type TableRow, type TableShape } from '@lookout/ingest';
import type { AuditEntry } from '@lookout/store';
import { openPasswordRule, type PasswordRule } from '../access/password-policy.ts';
import { hashOf, randomPassword } from '../access/passwords.ts';
import { takesAway } from '../access/stewardship.ts';
import type { ImportKind } from './kind.ts';
import {
  IMPORTER,
  isCellFault,
  openTable,
  type Read,
  type RowFault,
  readingCells,
  readRows,
  reportOf,
  writeBatches,
} from './table-import.ts';

export const peopleShape: TableShape = {
  columns: [
    { name: '用户名', required: true },
    { name: '姓名', required: true },
    { name: '电话' },
    { name: '网格编号', required: true },
    { name: '机构编号', required: true },
    { name: '角色', required: true },
    { name: '密码' },
    { name: '设备编号' },
  ],
};

const ROLES: Readonly<Record<string, readonly Capability[]>> = {
  值班员: MENU_CAPABILITIES,
  观察员: ['watch-alarms'],
  护林员: ['report-as-ranger'],
  管理员: [...MENU_CAPABILITIES, 'administer-users', 'read-audit'],
};

interface Person {
  readonly userName: string;
  readonly fullName: string;
  readonly phone: string | null;
  readonly gridNo: GridNo;
  readonly groupId: string;
  readonly rights: readonly Capability[];
  readonly deviceId: string | null;
  /** null: a password is generated. */
  readonly password: string | null;
}

/** Hashing takes 80 ms each, so a batch of this size completes, with its progress message, every few seconds. */
const BATCH = 50;

export const importPeople: ImportKind = async (file, { store, clock, dataDir, print, passwordPolicy = 'standard' }) => {
  const table = await openTable(file, peopleShape);
  print(`读到 ${table.rows.length} 行`);
  const rule = await openPasswordRule(passwordPolicy);
  const { items, faults } = await readRows(table.rows, (row) => personOf(row, rule));
  const { good, unknown } = await withKnownPlaces(store, items);
  const passwords = firstPasswordFile(dataDir, clock());
  let secrets = new Map<string, Secret>();
  const prepare = async (batch: readonly Read<Person>[]) => {
    secrets = await secretsOf(store, batch);
  };
  const changed = await writeBatches(good, (tx, batch) => write(tx, batch, secrets, passwords), { store, print, prepare, size: BATCH });
  if (passwords.count() > 0) print(`${passwords.count()} 个新用户的初始密码写在 ${passwords.path()}（只有您能读），发放后请删除`);
  return reportOf(table, good, { lines: changed }, [...faults, ...unknown]);
};

const USER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{1,31}$/;

function personOf(row: TableRow, rule: PasswordRule) {
  const person = readingCells(row, (cells): Person => {
    const userName = cells.text('用户名', 32);
    if (!USER_NAME.test(userName)) cells.refuse('用户名', 'user-name-format');
    const password = row.cell('密码') || null;
    const fullName = cells.text('姓名', 64);
    const checked = password === null ? null : rule(password, { userName, fullName });
    if (checked && !checked.ok) cells.refuse('密码', 'weak-password', { fault: checked.error });
    return {
      userName,
      password,
      fullName,
      phone: cells.phone('电话'),
      gridNo: cells.grid('网格编号'),
      groupId: cells.text('机构编号', 64),
      rights: cells.oneOf('角色', ROLES),
      deviceId: cells.optional('设备编号', 128),
    };
  });
  return isCellFault(person) ? person : { key: person.userName.toLowerCase(), item: person };
}

async function withKnownPlaces(store: Store, people: readonly Read<Person>[]): Promise<{ good: Read<Person>[]; unknown: RowFault[] }> {
  const nos = [...new Set(people.map(({ item }) => item.gridNo))];
  const grids = new Set((await store.grids.list(NATION, { nos }, { limit: nos.length + 1 })).list.map(({ no }) => no));
  const groups = new Set((await store.groups.list()).map(({ id }) => id));
  const good: Read<Person>[] = [];
  const unknown: RowFault[] = [];
  for (const person of people) {
    const { gridNo, groupId } = person.item;
    const line = person.lines[0] ?? 0;
    if (!grids.has(gridNo)) unknown.push({ line, column: '网格编号', error: codedError('grid-not-there', { gridNo }) });
    else if (!groups.has(groupId)) unknown.push({ line, column: '机构编号', error: codedError('group-not-there', { id: groupId }) });
    else good.push(person);
  }
  return { good, unknown };
}

interface Secret {
  readonly password: string;
  readonly hash: string;
}

/** Hashing is slow, so it is done before the transaction, and only for new accounts. */
async function secretsOf(store: Store, batch: readonly Read<Person>[]): Promise<Map<string, Secret>> {
  const secrets = new Map<string, Secret>();
  await Promise.all(
    batch.map(async ({ item: { userName, password: given } }) => {
      if ((await store.accounts.findByUserName(userName)) !== null) return;
      const password = given ?? randomPassword();
      secrets.set(userName, { password, hash: await hashOf(password) });
    }),
  );
  return secrets;
}

async function write(
  tx: Repositories,
  batch: readonly Read<Person>[],
  secrets: ReadonlyMap<string, Secret>,
  passwords: FirstPasswords,
): Promise<number> {
  const acts: AuditEntry[] = [];
  const newPeople: { readonly person: Person; readonly secret: Secret; readonly account: NewAccount }[] = [];
  for (const { item: person } of batch) {
    const secret = secrets.get(person.userName);
    if (secret) newPeople.push({ person, secret, account: accountOf(person, secret.hash) });
    const existing = secret ? null : await tx.accounts.findByUserName(person.userName);
    if (existing && (await update(tx, existing, person))) acts.push(entryOf('update-user', existing.id, person));
  }
  const ids = new Set(await tx.accounts.createMissing(newPeople.map(({ account }) => account)));
  // An account created concurrently is left unchanged.
  const made = newPeople.filter(({ account }) => ids.has(account.id));
  acts.push(...made.map(({ account, person }) => entryOf('create-user', account.id, person)));
  // The file is written before the accounts are committed: an unrecorded password would be lost.
  const unknown = made.filter(({ person }) => person.password === null);
  await passwords.add(unknown.map(({ person: { userName, fullName }, secret }) => ({ userName, fullName, password: secret.password })));
  await tx.audit.append(acts);
  return acts.length;
}

/** @returns whether anything changed */
async function update(tx: Repositories, existing: Account, person: Person): Promise<boolean> {
  const { fullName, phone, gridNo, groupId, deviceId, rights } = person;
  const change = { fullName, phone, gridNo, groupId, deviceId };
  const isSame = (Object.keys(change) as (keyof typeof change)[]).every((key) => existing[key] === change[key]);
  const hasSameRights = rights.length === existing.rights.length && rights.every((code) => existing.rights.includes(code));
  if (isSame && hasSameRights) return false;
  // The account's topic belongs to its previous grid.
  await tx.accounts.update(NATION, existing.id, { ...change, ...(gridNo !== existing.gridNo && { topic: null }) });
  if (!hasSameRights) await tx.accounts.setRights(NATION, existing.id, rights);
  const requested = { gridNo, rights, grids: existing.grids, deviceId, enabled: existing.enabled };
  if (takesAway(existing, requested)) await tx.sessions.endAllOf(existing.id);
  return true;
}

const accountOf = ({ password: _, ...person }: Person, passwordHash: string): NewAccount => ({
  ...person,
  id: randomUUID(),
  passwordHash,
  passwordGivenAt: new Date(),
  headUrl: null,
  topic: null,
  enabled: true,
  demo: false,
  grids: [],
});

const entryOf = (act: string, id: string, { userName, gridNo, groupId, rights }: Person): AuditEntry => ({
  accountId: null,
  userName: IMPORTER,
  address: null,
  act,
  targetKind: 'account',
  targetId: id,
  gridNo,
  outcome: 'ok',
  detail: { userName, gridNo, groupId, codes: rights },
});

// First passwords are written to a file that only its owner may read, never to a screen or a log.

interface FirstPassword {
  readonly userName: string;
  readonly fullName: string;
  readonly password: string;
}

interface FirstPasswords {
  /** null: no file was written. */
  path(): string | null;
  /** The passwords are durable when the promise resolves. */
  add(passwords: readonly FirstPassword[]): Promise<void>;
  count(): number;
}

const COLUMNS = [{ name: '用户名' }, { name: '姓名' }, { name: '初始密码' }];

/** `DATA_DIR/first-passwords-20261121-083000.csv`; created at the first write, with a suffix number if a file of the same second exists. */
async function openNew(dataDir: string, now: Date): Promise<{ readonly path: string; readonly file: FileHandle }> {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  for (let number = 1; ; number++) {
    const path = join(dataDir, `first-passwords-${stamp}${number === 1 ? '' : `-${number}`}.csv`);
    try {
      return { path, file: await open(path, 'wx', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function firstPasswordFile(dataDir: string, now: Date): FirstPasswords {
  let path: string | null = null;
  let count = 0;
  return {
    path: () => path,
    count: () => count,
    async add(passwords) {
      if (passwords.length === 0) return;
      await mkdir(dataDir, { recursive: true, mode: 0o711 });
      const rows = passwords.map(({ userName, fullName, password }) => ({ 用户名: userName, 姓名: fullName, 初始密码: password }));
      const text = csvText({ columns: COLUMNS, rows });
      const isFirst = path === null;
      const opened = path === null ? await openNew(dataDir, now) : { path, file: await open(path, 'a', 0o600) };
      const { file } = opened;
      path = opened.path;
      try {
        // The header line is written once.
        await file.writeFile(isFirst ? text : text.slice(text.indexOf('\n') + 1));
        await file.sync();
      } finally {
        await file.close();
      }
      count += passwords.length;
    },
  };
}
