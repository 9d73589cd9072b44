// Stored files in a bucket of an S3-compatible service. Its address and keys remain in this process: browsers get every file from this
// server.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Log } from '../../log-lines/log.ts';
import type { BucketTrouble } from '../../settings/bucket-trouble.ts';
import type { S3Config } from '../../settings/s3-config.ts';
import { checkedName, type FileStore, StorageUnavailable } from './file-store.ts';

export interface S3Store extends FileStore {
  /** Lists, writes and deletes as the server will. @throws StorageUnavailable */
  probe(): Promise<void>;
}

const CONNECT_MS = 5_000;
const OPERATION_MS = 10_000;
/** A large file is given one more second for each megabyte. */
const BYTES_PER_MS = 1_000;
/** A body that makes no progress for this long is closed, whichever side waits. A player requests the rest by its range. */
const STILL_MS = 60_000;
/** Players that pause keep their sockets open. */
const MOST_SOCKETS = 256;
const PROBE = '_lookout-probe';

const QUIET = { trace: () => undefined, debug: () => undefined, info: () => undefined, error: () => undefined };

const TROUBLES: Readonly<Record<string, BucketTrouble>> = {
  InvalidAccessKeyId: 'wrong-key',
  SignatureDoesNotMatch: 'wrong-key',
  InvalidClientTokenId: 'wrong-key',
  NoSuchBucket: 'no-bucket',
  InvalidBucketName: 'no-bucket',
  AccessDenied: 'forbidden',
  Forbidden: 'forbidden',
  AllAccessDisabled: 'forbidden',
  AuthorizationHeaderMalformed: 'wrong-region',
  PermanentRedirect: 'wrong-region',
  RequestTimeTooSkewed: 'clock',
  AbortError: 'timeout',
  TimeoutError: 'timeout',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EPIPE: 'unreachable',
};

interface ServiceError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Opens the store. The library is loaded here, so a server without a bucket never loads it. */
export async function openS3Store(config: S3Config, log: Pick<Log, 'warn'>): Promise<S3Store> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = config;
  const client: S3Client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Without this logger the library writes warnings to the console.
    logger: { ...QUIET, warn: (message: string) => log.warn({ message }, 'the S3 client warns') },
    // Many otherwise S3-compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: STILL_MS,
      socketAcquisitionWarningTimeout: STILL_MS,
      httpAgent: { maxSockets: MOST_SOCKETS },
      httpsAgent: { maxSockets: MOST_SOCKETS },
    },
  });

  /** Runs one call, up to the head of its reply. @param bytes the number of bytes to send */
  const within = async <T>(act: string, bytes: number, call: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), OPERATION_MS + bytes / BYTES_PER_MS);
    try {
      return await call({ abortSignal: patience.signal });
    } catch (error) {
      if (isMissing(error)) throw error;
      const unavailable = unavailableOf(error);
      log.warn({ act, trouble: unavailable.trouble, detail: unavailable.detail }, 'the bucket is of no use');
      throw unavailable;
    } finally {
      clearTimeout(timer);
    }
  };

  const store: S3Store = {
    isShared: true,

    async put(name, { content, bytes, contentType }) {
      const file = { Bucket, Key: checkedName(name), Body: content, ContentLength: bytes, ContentType: contentType };
      // The library does not listen for the stream's error: a file that cannot be read to its end would end this process.
      const broken = content instanceof Readable ? once(content, 'error').then(([error]) => Promise.reject(error)) : null;
      await within('put', bytes, ({ abortSignal }) => {
        const sent = new AbortController();
        const put = client.send(new s3.PutObjectCommand(file), { abortSignal: AbortSignal.any([abortSignal, sent.signal]) });
        return broken === null ? put : Promise.race([put, broken.finally(() => sent.abort())]);
      });
    },

    async open(name, range) {
      const Range = range && `bytes=${range.first}-${range.last}`;
      const wanted = { Bucket, Key: checkedName(name), ...(Range !== undefined && { Range }) };
      const found = await within('get', 0, (options) => client.send(new s3.GetObjectCommand(wanted), options)).catch(ifMissing);
      if (!found?.Body) return null;
      return { bytes: found.ContentLength ?? 0, body: found.Body as Readable };
    },

    async sizeOf(name) {
      const wanted = { Bucket, Key: checkedName(name) };
      const found = await within('head', 0, (options) => client.send(new s3.HeadObjectCommand(wanted), options)).catch(ifMissing);
      return found === null ? null : (found.ContentLength ?? 0);
    },

    async remove(name) {
      const wanted = { Bucket, Key: checkedName(name) };
      await within('delete', 0, (options) => client.send(new s3.DeleteObjectCommand(wanted), options)).catch(ifMissing);
    },

    async *list(folder, after) {
      let next: string | undefined;
      do {
        const wanted = {
          Bucket,
          Prefix: `${checkedName(folder)}/`,
          ...(next === undefined ? after !== undefined && { StartAfter: after } : { ContinuationToken: next }),
        };
        const page = await within('list', 0, (options) => client.send(new s3.ListObjectsV2Command(wanted), options));
        for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) yield { name: Key, bytes: Size ?? 0 };
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },

    async probe() {
      await within('list', 0, (options) => client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: `${PROBE}/` }), options));
      // The name is unique, because servers that start at once must not delete each other's probe.
      const name = `${PROBE}/${crypto.randomUUID()}`;
      await store.put(name, { content: Buffer.from('lookout'), bytes: 7, contentType: 'text/plain' });
      await store.remove(name);
    },

    close: () => client.destroy(),
  };
  return store;
}

/** A missing file is normal; a missing bucket is a fault. */
const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as ServiceError).name ?? '');

function ifMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function unavailableOf(error: unknown): StorageUnavailable {
  const { name = '', code = '', message = '', $metadata } = error as ServiceError;
  const status = $metadata?.httpStatusCode;
  const trouble = TROUBLES[name] ?? TROUBLES[code] ?? (status === 403 ? 'forbidden' : 'failed');
  return new StorageUnavailable(trouble, [code || name, status, message].filter((part) => part !== undefined && part !== '').join(' '));
}
