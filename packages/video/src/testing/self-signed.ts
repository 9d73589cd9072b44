// An untrusted certificate for tests of TLS: X.509 version 1 with a newly generated key (RFC 5280, in the DER of X.690).
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** @returns key and certificate in PEM */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const validity = der(SEQUENCE, der(0x17, Buffer.from('200101000000Z')), der(0x18, Buffer.from('20991231235959Z')));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(SEQUENCE, der(0x02, Buffer.from([1])), ECDSA_WITH_SHA256, subject, validity, subject, key);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}
