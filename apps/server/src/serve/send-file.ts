// How files are sent: a file that is created for one reply is saved by the browser under its name, and is never interpreted as another
// type.
import type { FastifyReply } from 'fastify';
import type { SecurityPolicy } from '../settings/security-policy.ts';

const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' };

/** Headers for a stored file that a browser displays. If saved, its name is its id, whatever name its sender gave it. */
export const inlineAs = ({ id, mime }: { readonly id: string; readonly mime: string }): string =>
  `inline; filename="${id}.${ENDINGS[mime] ?? 'bin'}"`;

/** Stored files never change. Under strict browsers cache none of them. */
export const cachedByBrowsers = ({ securityPolicy }: { readonly securityPolicy: SecurityPolicy }): string =>
  securityPolicy === 'strict' ? 'no-store' : 'private, max-age=86400, immutable';

interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export const sendFile = (reply: FastifyReply, { name, mediaType, bytes }: MadeFile): FastifyReply =>
  reply
    .header('content-type', mediaType)
    .header('content-length', bytes.length)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(bytes));
