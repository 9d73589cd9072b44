// Decides which addresses a camera's stored password may be sent to. The server applies this rule to keep or clear the password, and the
// page to warn the user beforehand.

import type { CameraAccess } from './camera.ts';

/**
 * Whether the stored password may be kept when a camera's addresses change: only if the user name is the same and every new address
 * (protocol, host, port) already had the password. A password is sent only to the address it was entered for.
 */
export function keepsPassword(before: CameraAccess, after: CameraAccess): boolean {
  if ((before.userName ?? '') !== (after.userName ?? '')) return false;
  const known = endsOf(before);
  return [...endsOf(after)].every((end) => known.has(end));
}

const endsOf = ({ controlUrl, streamUrl, subStreamUrl }: CameraAccess): ReadonlySet<string> =>
  new Set([controlUrl, streamUrl, subStreamUrl].flatMap((url) => (url ? [endOf(url)] : [])));

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'rtsp:': '554', 'rtsps:': '322' };

/** Protocol, host and port. Text that is not a URL is returned unchanged. */
function endOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port } = new URL(text);
  return `${protocol}//${hostname.toLowerCase()}:${port || DEFAULT_PORTS[protocol] || ''}`;
}
