// The address of a log collector.
import { isIP } from 'node:net';

/** The default ports of RFC 5425, RFC 6587 and RFC 5426. */
const PORTS = { 'tls:': 6514, 'tcp:': 601, 'udp:': 514 } as const;
type Protocol = keyof typeof PORTS;

/** The protocols allowed in the SYSLOG address. */
export const SYSLOG_PROTOCOLS = Object.keys(PORTS) as Protocol[];

export interface SyslogAddress {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
}

/** @returns null when the text is not `tls://host:port`, `tcp://…` or `udp://…`; the default port is the protocol's */
export function syslogAddressOf(text: string): SyslogAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  const known = SYSLOG_PROTOCOLS.find((one) => one === protocol);
  const rest = `${pathname === '/' ? '' : pathname}${search}${hash}${username}${password}`;
  if (known === undefined || hostname === '' || rest !== '') return null;
  return { protocol: known, host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? PORTS[known] : Number(port) };
}

export const addressText = ({ protocol, host, port }: SyslogAddress): string =>
  `${protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
