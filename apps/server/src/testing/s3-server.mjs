// An S3-compatible server for tests, run as a separate process: it checks signatures and stores objects in the given folder. It prints its
// address to stdout and ends when its stdin closes.
import crypto from 'node:crypto';
import S3rver from '@20minutes/s3rver';
import v4 from '@20minutes/s3rver/lib/signature/v4.js';

// This server omits the slash after a bucket when it verifies a signature; clients sign the slash, because they send it.
const { getStringToSign } = v4;
v4.getStringToSign = (request, ...more) =>
  getStringToSign(/^\/[^/]+$/.test(request.uri) ? { ...request, uri: `${request.uri}/` } : request, ...more);

// Its tokens for the next page use single DES, which OpenSSL no longer supports. Triple DES with the same key three times is equivalent.
const tripled = (make) => (_cipher, key, iv) => make('des-ede3-cbc', Buffer.concat([key, key, key]), iv);
Object.assign(crypto, { createCipheriv: tripled(crypto.createCipheriv), createDecipheriv: tripled(crypto.createDecipheriv) });

const [directory, port, ...buckets] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: buckets.map((name) => ({ name })),
});
const address = await server.run();
process.stdout.write(`http://127.0.0.1:${address.port}\n`);
process.stdin.resume().once('end', () => process.exit(0));
