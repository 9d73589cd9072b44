// The keys for a database's secrets, stored outside the database: for the login (docs/interface.md "Login"), for camera passwords at rest,
// for messages between servers through a broker, and for signatures. All servers of a database share one file, KEYS_FILE. A copy of the
// database alone decrypts nothing.
import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Store } from '@lookout/features/store.ts';
import { z } from 'zod';
import { messages } from '../settings/messages.ts';
import type { CryptoSuite } from '../settings/security-policy.ts';

const keysSchema = z.object({
  /** Id of the key set, unchanged by a rotation. Servers with different sets cannot share a database. */
  id: z.uuid(),
  /** RSA private keys, PKCS#8 in PEM, newest first. */
  login: z.array(z.string().startsWith('-----BEGIN PRIVATE KEY-----')).min(1),
  /** AES-256 keys in base64, newest first. */
  cameras: z.array(z.object({ id: z.string().regex(/^[a-z0-9]{1,16}$/), key: z.base64().length(44) })).min(1),
  relay: z.string().min(32),
  /**
   * Present after the first rotation (access/signing.ts). The keys of each algorithm are listed newest first, and only the newest has its
   * private key (32 bytes in base64).
   */
  signing: z
    .array(
      z.object({
        algorithm: z.enum(['ECDSA-P256-SHA256', 'SM2-SM3']),
        publicKey: z.string().regex(/^04[0-9a-f]{128}$/),
        privateKey: z.base64().length(44).optional(),
      }),
    )
    .optional(),
});
export type Keys = z.infer<typeof keysSchema>;
export type CameraKey = Keys['cameras'][number];
export type SigningKey = NonNullable<Keys['signing']>[number];

export interface KeyRing {
  readonly suite: CryptoSuite;
  current(): Keys;
  /** Reads the file again immediately: another server may just have rotated the keys. */
  reread(): Keys;
  stop(): void;
}

/** Setting: the id of the key set that this database belongs to. */
const SET_SETTING = 'keys-id';
/** The settings in which older versions stored the keys. */
const OLD_SETTINGS = { login: 'login-key', camera: 'camera-key', relay: 'relay.secret' } as const;
const WATCH_MS = 1_000;
/** Length of the login's RSA keys. */
export const LOGIN_KEY_BITS = 3072;
/** Id for the key of older versions, whose ciphertexts carry no key id. */
export const UNNAMED_KEY = 'first';

type Settings = Pick<Store['settings'], 'get' | 'settle' | 'remove'>;

interface KeyRingOptions {
  readonly file: string;
  readonly settings: Settings;
  /** The default is `international`. */
  readonly suite?: CryptoSuite;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Opens the keys of this database, or creates them at the first start. Keys that an older version stored in the database move into the
 * file.
 * @throws Error that explains what to do, when the file is unreadable, missing, or of another database
 */
export async function openKeys({ file, settings, suite = 'international', log }: KeyRingOptions): Promise<KeyRing> {
  const known = await settings.get(SET_SETTING);
  let keys = await readKeys(file);
  if (keys === null) {
    if (typeof known === 'string') throw new Error(messages.keysMissing(file));
    keys = await writeFirst(file, await keysFrom(settings));
  } else keys = await withOldOnes(file, keys, settings);
  if ((await settings.settle(SET_SETTING, keys.id)) !== keys.id) throw new Error(messages.keysOfAnother(file));
  // The old settings are removed only after the file is on disk.
  for (const name of Object.values(OLD_SETTINGS)) await settings.remove(name);
  return { ...watched(file, keys, log), suite };
}

function watched(file: string, first: Keys, log: KeyRingOptions['log']): Omit<KeyRing, 'suite'> {
  let keys = first;
  const reread = (): Keys => {
    try {
      const found = parseKeys(file, readFileSync(file, 'utf8'));
      if (found.id === first.id) keys = found;
      else log.error({ file }, 'the keys file is of another database: the keys stay as they were');
    } catch (error) {
      log.error({ err: error, file }, 'the keys file cannot be read any more: the keys stay as they were');
    }
    return keys;
  };
  watchFile(file, { interval: WATCH_MS, persistent: false }, reread);
  return { current: () => keys, reread, stop: () => unwatchFile(file, reread) };
}

/** @returns null if the file does not exist. @throws Error if it is not a valid keys file */
export async function readKeys(file: string): Promise<Keys | null> {
  try {
    return parseKeys(file, await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parseKeys(file: string, text: string): Keys {
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(messages.keysUnreadable(file), { cause: error });
  }
}

async function keysFrom(settings: Settings): Promise<Keys> {
  const textOf = async (name: string): Promise<string | null> => {
    const value = await settings.get(name);
    return typeof value === 'string' ? value : null;
  };
  const [login, camera, relay] = await Promise.all([textOf(OLD_SETTINGS.login), textOf(OLD_SETTINGS.camera), textOf(OLD_SETTINGS.relay)]);
  return {
    id: randomUUID(),
    login: [login ?? (await newLoginKey())],
    cameras: [camera === null ? newCameraKey() : { id: UNNAMED_KEY, key: camera }],
    relay: relay ?? randomBytes(32).toString('base64url'),
  };
}

/** A database restored from an older version's backup contains that version's keys. */
async function withOldOnes(file: string, keys: Keys, settings: Settings): Promise<Keys> {
  const camera = await settings.get(OLD_SETTINGS.camera);
  if (typeof camera !== 'string' || keys.cameras.some(({ key }) => key === camera)) return keys;
  const merged = { ...keys, cameras: [...keys.cameras.filter(({ id }) => id !== UNNAMED_KEY), { id: UNNAMED_KEY, key: camera }] };
  await replaceKeys(file, merged);
  return merged;
}

/** Two servers may start at once: both use the file that was created first. */
async function writeFirst(file: string, keys: Keys): Promise<Keys> {
  const draft = await drafted(file, keys);
  try {
    await link(draft, file);
    return keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readKeys(file)) ?? keys;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The replacement is atomic, and the file is synced to disk when this returns. */
export const replaceKeys = async (file: string, keys: Keys): Promise<void> => rename(await drafted(file, keys), file);

async function drafted(file: string, keys: Keys): Promise<string> {
  const draft = `${file}.${randomUUID()}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: Error) => {
    throw new Error(messages.keysNotWritten(file), { cause: error });
  });
  try {
    await handle.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/** The next server that opens the keys creates a new set. */
export async function forgetKeys(settings: Pick<Settings, 'remove'>): Promise<void> {
  for (const name of [SET_SETTING, ...Object.values(OLD_SETTINGS)]) await settings.remove(name);
}

export const newCameraKey = (): CameraKey => ({ id: randomBytes(6).toString('hex'), key: randomBytes(32).toString('base64') });

export async function newLoginKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    // 128 bits of strength (NIST SP 800-57, part 1, table 2). Older keys have 2048 bits and remain valid until they are rotated out.
    modulusLength: LOGIN_KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}
