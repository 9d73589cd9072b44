// A library without types of its own, which tests decrypt pushed messages with (RFC 8188).
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  export function decrypt(
    message: Buffer,
    keys: { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: Buffer },
  ): Buffer;
}
