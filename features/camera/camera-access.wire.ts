// Where a camera's stored password may go: the same rule for the server, which keeps or clears it, and for the page, which says so before.

/** How a camera is reached, as far as its password goes there. */
export interface CameraAccess {
  readonly controlUrl: string | null;
  readonly streamUrl: string | null;
  readonly subStreamUrl: string | null;
  readonly userName: string | null;
}

/**
 * May a stored password stay when a camera is reached in another way? Only for the same user, and only towards ends that had it before: a password
 * goes only where it was entered for.
 */
export function keepsPassword(before: CameraAccess, after: CameraAccess): boolean {
  if ((before.userName ?? '') !== (after.userName ?? '')) return false;
  const known = endsOf(before);
  return [...endsOf(after)].every((end) => known.has(end));
}

const endsOf = ({ controlUrl, streamUrl, subStreamUrl }: CameraAccess): ReadonlySet<string> =>
  new Set([controlUrl, streamUrl, subStreamUrl].flatMap((url) => (url ? [endOf(url)] : [])));

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'rtsp:': '554', 'rtsps:': '322' };

/** Protocol, host and port; of what is no URL the text. */
function endOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port } = new URL(text);
  return `${protocol}//${hostname.toLowerCase()}:${port || DEFAULT_PORTS[protocol] || ''}`;
}
