// Content that is stored permanently: its canonical JSON (RFC 8785), which is the same text for the same content whoever writes it, and the
// hash of that text.
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export interface HashedContent {
  readonly content: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** @param stored plain JSON */
export function hashedContent(stored: object): HashedContent {
  const content = canonicalize(stored);
  if (content === undefined) throw new Error('what is kept has no canonical JSON');
  return { content, sha256: createHash('sha256').update(content).digest('hex') };
}
