// Lists the outside services that this server reaches without encryption: whoever controls the network between them can read and change the
// traffic. The embedded database and services on this machine are left out. Cameras are rows of the database, which is not open yet at the
// start: `npm run doctor` lists them.

import { addressText, type SyslogAddress } from './syslog-address.ts';

/** The names that CLEAR_LINKS accepts. */
export const LINKS = [
  'database',
  'broker',
  'mail',
  'sms',
  'portal',
  'oidc',
  'bucket',
  'traces',
  'scanner',
  'logs',
  'platforms',
  'cameras',
] as const;
export type LinkName = (typeof LINKS)[number];

export interface ClearLink {
  readonly name: LinkName;
  readonly host: string;
}

interface Linked {
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  readonly databaseReplicaUrl: string | null;
  readonly mqttUrl: string | null;
  readonly mail: { readonly url: string } | null;
  readonly smsUrl: string | null;
  readonly portal: { readonly verifyUrl: string | null };
  readonly oidc: { readonly issuer: string } | null;
  readonly s3: { readonly endpoint: string } | null;
  readonly tracing: { readonly endpoint: string } | null;
  readonly uploadScanner: { readonly icap: string } | { readonly command: readonly string[] } | null;
  readonly syslog: SyslogAddress | null;
  readonly cameraGateways: Readonly<Record<string, { readonly baseUrl: string } | null>>;
}

const OF_THIS_MACHINE = /^(127(\.\d+){3}|\[::1\]|localhost|)$/;

/**
 * The `sslmode` values with which node-postgres encrypts the connection. Without `sslmode`, or with `disable`, it does not encrypt; with
 * `prefer` and `allow` the server may decline encryption.
 */
const ENCRYPTED_MODES: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full', 'no-verify']);
const isClearDatabase = ({ searchParams }: URL): boolean =>
  !ENCRYPTED_MODES.has(searchParams.get('sslmode') ?? '') && !['true', '1'].includes(searchParams.get('ssl') ?? '');
const CLEAR_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'mqtt:', 'tcp:', 'ws:', 'smtp:', 'icap:', 'udp:']);
const isClearProtocol = ({ protocol }: URL): boolean => CLEAR_PROTOCOLS.has(protocol);

const NAMED_CAMERAS = 5;

/**
 * @param hosts hosts of all cameras that are reached without encryption, including cameras on this machine @returns null if no host is on
 * another machine
 */
export function clearCameras(hosts: readonly string[]): ClearLink | null {
  const others = hosts.filter((host) => !OF_THIS_MACHINE.test(host));
  if (others.length === 0) return null;
  const rest = others.length - NAMED_CAMERAS;
  return { name: 'cameras', host: `${others.slice(0, NAMED_CAMERAS).join(', ')}${rest > 0 ? ` … +${rest}` : ''}` };
}

/** @returns at most one link for each service, even if several of its addresses are unencrypted */
export function clearLinks(config: Linked): ClearLink[] {
  const addresses: Readonly<Record<LinkName, readonly (string | null)[]>> = {
    database: [config.databaseUrl, config.databaseOwnerUrl, config.databaseReplicaUrl],
    broker: [config.mqttUrl],
    mail: [config.mail?.url ?? null],
    sms: [config.smsUrl],
    portal: [config.portal.verifyUrl],
    oidc: [config.oidc?.issuer ?? null],
    bucket: [config.s3?.endpoint ?? null],
    traces: [config.tracing?.endpoint ?? null],
    scanner: [config.uploadScanner !== null && 'icap' in config.uploadScanner ? config.uploadScanner.icap : null],
    logs: [config.syslog && addressText(config.syslog)],
    platforms: Object.values(config.cameraGateways).map((gateway) => gateway?.baseUrl ?? null),
    cameras: [],
  };
  return LINKS.flatMap((name) => {
    const urls = addresses[name].flatMap((address) => (address === null ? [] : [new URL(address)]));
    const clear = urls.find((url) => !OF_THIS_MACHINE.test(url.hostname) && (name === 'database' ? isClearDatabase : isClearProtocol)(url));
    return clear === undefined ? [] : [{ name, host: clear.host }];
  });
}
