// node scripts/is-ready.mjs: exits with 0 when the server on this machine is ready. For containers, which have no curl.
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

const isTls = Boolean(process.env.TLS_CERT);
// The certificate names the public host, not the loopback address.
const options = { host: '127.0.0.1', port: Number(process.env.PORT || 8080), path: '/readyz', timeout: 4_000, rejectUnauthorized: false };
const call = (isTls ? encrypted : plain)(options, (reply) => {
  reply.resume();
  process.exitCode = reply.statusCode === 200 ? 0 : 1;
});
call.on('timeout', () => call.destroy(new Error('no answer')));
call.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
call.end();
