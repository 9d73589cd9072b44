// A file made for this one reply: saved by the browser under its name, and never taken for anything but its type.
import type { FastifyReply } from 'fastify';

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
