// The doctor's checks, in the order of the report: one row a check.

import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { access, open, opendir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { DAY_MS } from '@lookout/domain';
import { groundManifest } from '@lookout/features/terrain/service/elevation-file.ts';
import { LOGIN_KEY_BITS } from '../access/keys.ts';
import { BACK_OFFICE_SETTING, createPasswords } from '../access/passwords.ts';
import { publishedIn } from '../access/signing.ts';
import { StorageUnavailable } from '../services/files/file-store.ts';
import { loopbackOf } from '../settings/addresses.ts';
import { clearCameras, clearLinks } from '../settings/clear-links.ts';
import { LOOPBACK } from '../settings/client-address.ts';
import { DEMO_BACK_OFFICE_PASSWORD, DEMO_PASSWORD } from '../settings/demo-accounts.ts';
import { bucketTroubles } from '../settings/messages.ts';
import { addressText } from '../settings/syslog-address.ts';
import { error, type Finding, ok, type Texts, type Trouble, unasked, warning } from './finding.ts';
import { type Installation, KEYS_SETTING } from './installation.ts';
import { reasonOf } from './reason.ts';
import { type TITLES, words } from './texts.ts';

export interface Check {
  readonly name: Exclude<keyof typeof TITLES, 'settings'>;
  run(installation: Installation): Promise<readonly Finding[]> | readonly Finding[];
}

const OLDEST_NODE = 24;
const OLDEST_DATABASE = 150_000;
/** The connections of a server's pool, its workers and its commands. */
const CONNECTIONS_OF_A_SERVER = 20;
/** The maximum clock difference: alarms are ordered and expire by these clocks. */
const MOST_CLOCK_MS = 2_000;
const GIGABYTE = 1e9;
/** Free space for the database, photos and logs. */
const OTHER_GIGABYTES = 5;
const OLD_BACKUP_DAYS = 2;
const TLS_SOON_DAYS = 21;
/** A range wider than this is larger than any network of cameras: /8 is the whole of 10.0.0.0. */
const WIDEST_V4 = 8;
const WIDEST_V6 = 32;

const isDemo = ({ config }: Installation): boolean => config.demo !== 'off';
const anyTrouble = (found: readonly Finding[], otherwise: Texts): readonly Finding[] => (found.length > 0 ? found : [ok(otherwise)]);

/** null: the file does not exist. */
async function statOf(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch (caught) {
    if (['ENOENT', 'ENOTDIR'].includes((caught as NodeJS.ErrnoException).code ?? '')) return null;
    throw caught;
  }
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(4, '0');
/** Others may traverse the data folder (0711), because the embedded database runs as a separate user. On Windows modes mean nothing. */
const isOpen = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o066) !== 0;

async function folder({ config: { dataDir }, uid }: Installation): Promise<readonly Finding[]> {
  const found = await statOf(dataDir);
  if (found === null) {
    const parent = await nearest(dataDir);
    const isFine = parent !== null && (await isWritable(parent));
    return [isFine ? ok(words.folderMissing(dataDir)) : error(words.folderUnwritable(parent ?? dataDir))];
  }
  if (!found.isDirectory()) return [error(words.folderNone(dataDir))];
  const troubles: Finding[] = [];
  const isForeign = (one: Stats) => uid !== null && uid !== 0 && one.uid !== uid;
  // A volume of a cluster belongs to root, and this process has access through its group.
  if (uid !== null && isForeign(found) && (found.mode & 0o020) === 0) troubles.push(error(words.folderForeign(dataDir, found.uid, uid)));
  else if (!(await isWritable(dataDir))) troubles.push(error(words.folderUnwritable(dataDir)));
  for (const name of ['', 'uploads', 'recordings', 'backups', 'keys.json']) {
    const file = path.join(dataDir, name);
    const stored = await statOf(file);
    // Others may traverse the data folder itself (0711), so each entry is checked.
    if (stored && !isForeign(stored) && isOpen(stored)) troubles.push(warning(words.folderOpen(file, modeOf(stored))));
  }
  return anyTrouble(troubles, words.folderIs(dataDir));
}

/** The existing folder in which the missing one would be created. */
async function nearest(missing: string): Promise<string | null> {
  for (let at = path.dirname(missing); ; at = path.dirname(at)) {
    const found = await statOf(at);
    if (found) return found.isDirectory() ? at : null;
    if (at === path.dirname(at)) return null;
  }
}

const isWritable = (file: string): Promise<boolean> =>
  access(file, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

async function space({ config }: Installation): Promise<readonly Finding[]> {
  const there = (await statOf(config.dataDir)) ? config.dataDir : await nearest(config.dataDir);
  if (there === null) return [error(words.folderUnwritable(config.dataDir))];
  const { bavail, bsize } = await statfs(there);
  const free = (bavail * bsize) / GIGABYTE;
  const used = (await bytesUnder(path.join(config.dataDir, 'recordings'))) / GIGABYTE;
  const wanted = Math.max(0, config.recordGigabytes - used) + config.gatePictureGigabytes;
  if (free < 1) return [error(words.spaceShort(free, wanted))];
  return [free < wanted + OTHER_GIGABYTES ? warning(words.spaceShort(free, wanted)) : ok(words.spaceIs(free, wanted))];
}

async function bytesUnder(top: string): Promise<number> {
  if ((await statOf(top)) === null) return 0;
  let bytes = 0;
  // A recording may be deleted during the scan.
  for await (const entry of await opendir(top, { recursive: true }))
    if (entry.isFile()) bytes += (await statOf(path.join(entry.parentPath, entry.name)))?.size ?? 0;
  return bytes;
}

const WRITES = 15;

async function fsync({ config: { dataDir } }: Installation): Promise<readonly Finding[]> {
  if (!(await statOf(dataDir))?.isDirectory()) return [unasked(words.fsyncNone)];
  if (!(await isWritable(dataDir))) return [error(words.folderUnwritable(dataDir))];
  const file = path.join(dataDir, `.doctor-${randomUUID()}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let count = 0; count < WRITES; count += 1) {
      const begun = performance.now();
      await handle.write(Buffer.alloc(8_192, count));
      await handle.datasync();
      times.push(performance.now() - begun);
    }
    return [ok(words.fsyncIs(times.toSorted((a, b) => a - b)[Math.floor(WRITES / 2)] ?? 0))];
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

async function port({ config, holder }: Installation): Promise<readonly Finding[]> {
  const refused = config.port === 0 ? null : await whyNotListening(config.host, config.port);
  if (refused === null) return [ok(words.portFree(config.port))];
  if (refused !== 'EADDRINUSE') return [error(words.portRefused(config.port, config.host, refused))];
  if (holder === null) return [error(words.portTaken(config.port))];
  const answer = await readiness(loopbackOf(config.tls ? 'https' : 'http', config.host, config.port), config.tls !== null);
  if (answer === null) return [error(words.portTaken(config.port))];
  return [answer.isReady ? ok(words.portOurs(config.port)) : error(words.portUnready(config.port, answer.reason))];
}

/** null: the port is free; otherwise the error code. */
async function whyNotListening(host: string, wanted: number): Promise<string | null> {
  const probe = createServer();
  try {
    probe.listen(wanted, host);
    await once(probe, 'listening');
    return null;
  } catch (caught) {
    return (caught as NodeJS.ErrnoException).code ?? reasonOf(caught);
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}

/**
 * The readiness that our own server reports; null: no server of ours answers. Its certificate names the public host, so it is not verified
 * here.
 */
async function readiness(base: string, isTls: boolean): Promise<{ isReady: boolean; reason: string } | null> {
  const { request } = await (isTls ? import('node:https') : import('node:http'));
  return new Promise((resolve) => {
    const call = request(`${base}/readyz`, { timeout: 5_000, ...(isTls && { rejectUnauthorized: false }) }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 10_000);
      });
      reply.on('end', () => resolve(readinessOf(reply.statusCode ?? 0, text)));
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(null));
    call.end();
  });
}

function readinessOf(status: number, text: string): { isReady: boolean; reason: string } | null {
  const found = /^\{"status":"(ready|not ready)"(?:,"reason":(".*"))?\}$/.exec(text);
  return found && { isReady: status === 200, reason: found[2] === undefined ? '' : String(JSON.parse(found[2])) };
}

const versionText = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`;

function database({ config, database: seen }: Installation): readonly Finding[] {
  if (seen.kind === 'idle') return [unasked(words.embeddedIdle)];
  if (seen.kind === 'away') return [error(words.databaseAway(seen.reason))];
  const { facts, embedded } = seen;
  const version = versionText(facts.version);
  const isBehind = facts.migrations === null || facts.migrations.pending.length > 0;
  const rules: readonly (readonly [broken: boolean, finding: () => Finding])[] = [
    [facts.version < OLDEST_DATABASE, () => error(words.databaseOld(version))],
    [facts.encoding !== 'UTF8', () => error(words.databaseEncoding(facts.encoding))],
    [facts.isStandby, () => error(words.databaseStandby)],
    [facts.isSuperuser, () => warning(words.databaseSuperuser(facts.role))],
    [facts.ownsTables === true && !facts.isSuperuser, () => warning(words.databaseOwner(facts.role))],
    [isBehind && !facts.mayCreate && !embedded && config.databaseOwnerUrl === null, () => error(words.databaseNoCreate(facts.role))],
    [(facts.migrations?.unknown.length ?? 0) > 0, () => error(words.databaseAhead(facts.migrations?.unknown ?? []))],
    [(facts.migrations?.pending.length ?? 0) > 0, () => warning(words.databaseBehind(facts.migrations?.pending.length ?? 0))],
    [facts.timezone !== 'UTC', () => ok(words.databaseTimezone(facts.timezone))],
  ];
  const found = rules.flatMap(([broken, finding]) => (broken ? [finding()] : []));
  return [ok(facts.migrations === null ? words.databaseEmpty(version) : words.databaseIs(version, embedded)), ...found];
}

function durability({ database: seen }: Installation): readonly Finding[] {
  if (seen.kind !== 'facts') return [unasked(words.noDatabase)];
  // `remote_apply` is stricter than `on`; `local` and `remote_write` still flush to the local disk.
  const isSafe = (name: string, value: string) => (name === 'synchronous_commit' ? value !== 'off' : value === 'on');
  const off = Object.entries(seen.facts.durability).filter(([name, value]) => !isSafe(name, value));
  return [off.length > 0 ? error(words.undurable(off.map(([name, value]) => `${name}=${value}`))) : ok(words.durable)];
}

function connections({ database: seen }: Installation): readonly Finding[] {
  if (seen.kind !== 'facts') return [unasked(words.noDatabase)];
  const most = seen.facts.maxConnections;
  const servers = Math.floor(most / CONNECTIONS_OF_A_SERVER);
  return [servers < 1 ? error(words.connectionsFew(most, CONNECTIONS_OF_A_SERVER)) : ok(words.connectionsFor(most, servers))];
}

function clock({ database: seen }: Installation): readonly Finding[] {
  if (seen.kind !== 'facts') return [unasked(words.noDatabase)];
  const { clockOffsetMs } = seen.facts;
  return [Math.abs(clockOffsetMs) > MOST_CLOCK_MS ? error(words.clockOff(clockOffsetMs)) : ok(words.clockIs(clockOffsetMs))];
}

async function keys({ config: { keysFile }, database: seen }: Installation): Promise<readonly Finding[]> {
  const wanted = seen.kind === 'facts' ? (seen.facts.content?.settings[KEYS_SETTING] ?? null) : undefined;
  const found = await statOf(keysFile);
  if (found === null) return [typeof wanted === 'string' ? error(words.keysMissing(keysFile)) : ok(words.keysFirst(keysFile))];
  const id = await idOf(keysFile);
  if (id === null) return [error(words.keysUnreadable(keysFile))];
  const open = isOpen(found) ? [warning(words.folderOpen(keysFile, modeOf(found)))] : [];
  if ((await loginKeyBits(keysFile)) < LOGIN_KEY_BITS) open.push(warning(words.keysShort(LOGIN_KEY_BITS)));
  if (wanted === undefined) return [unasked(words.keysUnasked(keysFile)), ...open];
  return [wanted === null || wanted === id ? ok(words.keysRight(keysFile)) : error(words.keysForeign(keysFile)), ...open];
}

/** Lists the published keys. To check a signature, compare its key with these. */
async function signing({ config: { keysFile } }: Installation): Promise<readonly Finding[]> {
  try {
    const keys = (await statOf(keysFile)) === null ? [] : await publishedIn(keysFile);
    if (keys.length === 0) return [ok(words.signingFirst)];
    return keys.map(({ algorithm, keyId, isCurrent }) => ok(words.signingKey(algorithm, keyId, isCurrent)));
  } catch {
    return [unasked(words.signingUnasked)]; // the check of the keys file reports why
  }
}

/** Reads only the id of the set of keys, never the keys themselves. null: the file cannot be read. */
async function idOf(file: string): Promise<string | null> {
  try {
    const { id } = JSON.parse(await readFile(file, 'utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null; // reported by the caller, with what to do
  }
}

/** The length of the newest login key. */
async function loginKeyBits(keysFile: string): Promise<number> {
  const { login } = JSON.parse(await readFile(keysFile, 'utf8')) as { login?: readonly string[] };
  const [newest] = login ?? [];
  return newest === undefined ? LOGIN_KEY_BITS : (createPrivateKey(newest).asymmetricKeyDetails?.modulusLength ?? 0);
}

async function broker({ config: { mqttUrl }, askBroker }: Installation): Promise<readonly Finding[]> {
  if (mqttUrl === null) return [ok(words.brokerNone)];
  try {
    const { mayListen, mayWrite, anonymous } = await askBroker(mqttUrl);
    const found: Finding[] = [];
    if (!mayListen || !mayWrite) found.push(error(words.brokerForbids));
    if (anonymous !== 'refused') found.push(warning(words.brokerOpen(anonymous === 'may write')));
    return anyTrouble(found, words.brokerIs);
  } catch (caught) {
    return [error(words.brokerAway(reasonOf(caught)))];
  }
}

async function bucket({ config: { s3 }, askBucket }: Installation): Promise<readonly Finding[]> {
  if (s3 === null) return [ok(words.bucketNone)];
  try {
    const { missing } = await askBucket(s3);
    return [ok(words.bucketIs(s3.bucket)), ...(missing > 0 ? [warning(words.bucketIncomplete(missing))] : [])];
  } catch (caught) {
    if (caught instanceof StorageUnavailable) return [error(bucketTroubles[caught.trouble])];
    throw caught;
  }
}

async function media({ loadMedia }: Installation): Promise<readonly Finding[]> {
  const reason = await loadMedia();
  return [reason === null ? ok(words.mediaLoads) : error(words.mediaFails(reason))];
}

function cameras({ config: { cameraHosts } }: Installation): readonly Finding[] {
  if (cameraHosts.length === 0) return [warning(words.camerasNone)];
  const wide = cameraHosts.filter((entry) => isWide(entry.replace(/^\[(.*)\]/, '$1')));
  return [wide.length > 0 ? warning(words.camerasWide(wide)) : ok(words.camerasAre(cameraHosts))];
}

async function notifications(installation: Installation): Promise<readonly Finding[]> {
  const { config, database, askMail } = installation;
  const { mail, smsUrl, notifyHosts } = config;
  const desks = database.kind === 'facts' && !isDemo(installation) ? (database.facts.content?.silentDesks ?? []) : [];
  const wide = notifyHosts.filter((entry) => isWide(entry.replace(/^\[(.*)\]/, '$1')));
  const silent = mail === null ? null : await askMail(mail.url);
  return anyTrouble(
    [
      ...(wide.length > 0 ? [warning(words.notifyWide(wide))] : []),
      ...(silent === null ? [] : [error(words.mailSilent(silent))]),
      ...(desks.length > 0 ? [warning(words.desksSilent(desks))] : []),
    ],
    words.notifyBy(smsUrl !== null, mail !== null),
  );
}

function isWide(network: string): boolean {
  const bits = /\/(\d+)/.exec(network)?.[1];
  if (bits === undefined) return false;
  return Number(bits) < (/^[\d.]+\//.test(network) ? WIDEST_V4 : WIDEST_V6);
}

/** The server's own tolerance (features/auth/server/oidc.ts). */
const MOST_PROVIDER_CLOCK_MS = 60_000;

async function signOn({ config, askProvider }: Installation): Promise<readonly Finding[]> {
  const { oidc } = config;
  if (oidc === null) return [ok(words.signOnNone)];
  const found = await askProvider(oidc);
  if (found.kind === 'away') return [error(found.isCertificate ? words.signOnCertificate(found.reason) : words.signOnAway(found.reason))];
  if (found.kind === 'none') return [error(words.signOnNoDiscovery(found.url, found.reason))];
  const { issuer, keys, clockAheadMs, clientError, redirectRefusal } = found;
  const isOther = !URL.canParse(issuer) || new URL(issuer).href !== new URL(oidc.issuer).href;
  const isClientRefused = clientError === 'invalid_client' || clientError === 'unauthorized_client';
  const isLate = clockAheadMs !== null && Math.abs(clockAheadMs) > MOST_PROVIDER_CLOCK_MS;
  const isElsewhere = oidc.redirectUrl !== null && !new URL(oidc.redirectUrl).pathname.endsWith('/authredirect');
  const troubles = [
    ...(isOther ? [error(words.signOnIssuer(oidc.issuer, issuer))] : []),
    ...(keys === null || keys === 0 ? [error(words.signOnNoKeys)] : []),
    ...(isLate ? [error(words.signOnClock(Math.round((clockAheadMs ?? 0) / 1000)))] : []),
    ...(isClientRefused ? [error(words.signOnClient(clientError))] : []),
    ...(isElsewhere ? [error(words.signOnRedirectPath(oidc.redirectUrl ?? ''))] : []),
    ...(redirectRefusal === null ? [] : [error(words.signOnRedirect(oidc.redirectUrl ?? '', redirectRefusal))]),
  ];
  return anyTrouble(troubles, words.signOnIs(issuer, keys ?? 0));
}

async function tls(installation: Installation): Promise<readonly Finding[]> {
  const { config, now } = installation;
  const { trustedProxies: proxies } = config;
  const everybody = proxies.filter((entry) => /\/0$/.test(entry));
  const spoofed = everybody.length > 0 ? [error(words.proxyEverybody(everybody))] : [];
  if (config.tls) return [...(await certificate(config.tls, now)), ...spoofed];
  if (spoofed.length > 0) return spoofed;
  if (proxies.length > 0) return [ok(words.proxied(proxies))];
  if (isDemo(installation)) return [ok(words.plainDemo)];
  return [LOOPBACK.test(config.host) ? warning(words.plainLoopback) : error(words.plainNetwork)];
}

function links({ config, database: seen }: Installation): readonly Finding[] {
  const cameras = clearCameras((seen.kind === 'facts' ? seen.facts.content?.clearCameras : null) ?? []);
  const found = [...clearLinks(config), ...(cameras === null ? [] : [cameras])];
  const written = (all: typeof found) => all.map(({ name, host }) => `${name} ${host}`);
  const meant = found.filter(({ name }) => config.clearLinks.includes(name));
  const unmeant = found.filter((link) => !meant.includes(link));
  return anyTrouble(
    [
      ...(unmeant.length > 0 ? [warning(words.linksClear(written(unmeant)))] : []),
      ...(meant.length > 0 ? [ok(words.linksMeant(written(meant)))] : []),
    ],
    words.linksEncrypted,
  );
}

async function logs({ config: { syslog, securityPolicy }, askCollector }: Installation): Promise<readonly Finding[]> {
  if (syslog === null) return [securityPolicy === 'strict' ? warning(words.logsStay) : ok(words.logsHere)];
  const address = addressText(syslog);
  const away = await askCollector(syslog);
  return [away === null ? ok(words.logsLeave(address)) : error(words.logsAway(address, away))];
}

async function certificate(files: { readonly certFile: string; readonly keyFile: string }, now: Date): Promise<readonly Finding[]> {
  try {
    const found = new X509Certificate(await readFile(files.certFile));
    if (!found.checkPrivateKey(createPrivateKey(await readFile(files.keyFile)))) return [error(words.tlsUnmatched)];
    const end = new Date(found.validTo);
    const day = end.toISOString().slice(0, 10);
    if (end <= now) return [error(words.tlsExpired(day))];
    return [end.getTime() - now.getTime() < TLS_SOON_DAYS * DAY_MS ? warning(words.tlsSoon(day)) : ok(words.tlsOwn(day))];
  } catch (caught) {
    return [error(words.tlsUnreadable(reasonOf(caught)))];
  }
}

async function feedKey({ config }: Installation): Promise<readonly Finding[]> {
  if (config.feedKey !== null) return [ok(words.feedKeyGiven)];
  const file = path.join(config.dataDir, 'feed-key');
  const found = await statOf(file);
  if (found === null) return [ok(words.feedKeyFirst)];
  return [isOpen(found) ? warning(words.feedKeyOpen(file, modeOf(found))) : ok(words.feedKeyStored(file))];
}

async function passwords(installation: Installation): Promise<readonly Finding[]> {
  if (isDemo(installation)) return [ok(words.passwordsDemo)];
  const content = installation.database.kind === 'facts' ? installation.database.facts.content : null;
  if (content === null) return [unasked(words.noDatabase)];
  const backOffice = content.settings[BACK_OFFICE_SETTING];
  const checked = [
    ...content.accounts.map(({ userName, passwordHash }) => ({ name: userName, hash: passwordHash, password: DEMO_PASSWORD })),
    ...(typeof backOffice === 'string' ? [{ name: BACK_OFFICE_SETTING, hash: backOffice, password: DEMO_BACK_OFFICE_PASSWORD }] : []),
  ];
  const { queued } = createPasswords();
  const found: string[] = [];
  for (const { name, hash, password } of checked) if (await queued('', (compare) => compare(hash, password))) found.push(name);
  return [found.length > 0 ? error(words.passwordsFound(found)) : ok(words.passwordsNone)];
}

async function ground(installation: Installation): Promise<readonly Finding[]> {
  const { config, database: seen } = installation;
  const content = seen.kind === 'facts' ? seen.facts.content : null;
  const found: Trouble[] = content !== null && !content.hasBoundaries ? [words.boundariesNone] : [];
  const { sources } = await groundManifest.read(config.dataDir);
  const hasNone = sources.length === 0 && config.terrainUrl === null;
  if (hasNone && !isDemo(installation)) found.push(words.terrainNone);
  const terrain = hasNone ? words.terrainDemo : words.terrainImported(sources.length);
  const boundaries = content === null ? words.boundariesUnasked : words.boundariesThere;
  if (found.length > 0) return found.map(warning);
  return [(content === null ? unasked : ok)(words.groundIs(boundaries, terrain))];
}

async function backup(installation: Installation): Promise<readonly Finding[]> {
  const { config, now } = installation;
  const home = path.join(config.dataDir, 'backups');
  const newest = await newestIn(home);
  if (newest === null) return [isDemo(installation) ? ok(words.backupDemo) : warning(words.backupNone(home))];
  const days = Math.max(0, Math.floor((now.getTime() - newest.at) / DAY_MS));
  return [
    days > OLD_BACKUP_DAYS && !isDemo(installation) ? warning(words.backupOld(newest.name, days)) : ok(words.backupIs(newest.name, days)),
  ];
}

async function newestIn(home: string): Promise<{ readonly name: string; readonly at: number } | null> {
  if ((await statOf(home)) === null) return null;
  let newest: { name: string; at: number } | null = null;
  for await (const { name } of await opendir(home)) {
    if (!name.endsWith('.backup')) continue;
    const at = (await statOf(path.join(home, name)))?.mtimeMs ?? 0;
    if (newest === null || at > newest.at) newest = { name, at };
  }
  return newest;
}

async function archives({ database, missingArchives }: Installation): Promise<readonly Finding[]> {
  const content = database.kind === 'facts' ? database.facts.content : null;
  if (content === null) return [unasked(words.archivesUnasked)];
  const found = content.lateLogs.length > 0 ? [warning(words.archivesLate(content.lateLogs))] : [];
  try {
    const missing = await missingArchives(content.archives);
    if (missing.length > 0) found.push(warning(words.archivesMissing(missing)));
  } catch (caught) {
    // The bucket has a separate check.
    if (!(caught instanceof StorageUnavailable)) throw caught;
    found.push(unasked(words.archivesUnasked));
  }
  return anyTrouble(found, words.archivesThere(content.archives.length));
}

const node = ({ nodeVersion }: Installation): readonly Finding[] => [
  Number(/^v(\d+)/.exec(nodeVersion)?.[1]) < OLDEST_NODE ? error(words.nodeOld(nodeVersion)) : ok(words.nodeIs(nodeVersion)),
];

export const CHECKS: readonly Check[] = [
  { name: 'node', run: node },
  { name: 'folder', run: folder },
  { name: 'space', run: space },
  { name: 'fsync', run: fsync },
  { name: 'port', run: port },
  { name: 'database', run: database },
  { name: 'durability', run: durability },
  { name: 'connections', run: connections },
  { name: 'clock', run: clock },
  { name: 'keys', run: keys },
  { name: 'signing', run: signing },
  { name: 'broker', run: broker },
  { name: 'bucket', run: bucket },
  { name: 'media', run: media },
  { name: 'cameras', run: cameras },
  { name: 'notifications', run: notifications },
  { name: 'signOn', run: signOn },
  { name: 'tls', run: tls },
  { name: 'links', run: links },
  { name: 'logs', run: logs },
  { name: 'feedKey', run: feedKey },
  { name: 'passwords', run: passwords },
  { name: 'ground', run: ground },
  { name: 'backup', run: backup },
  { name: 'archives', run: archives },
];
