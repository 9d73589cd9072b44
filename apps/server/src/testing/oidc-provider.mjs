// An OpenID Connect provider for tests, run as a separate process (oidc-provider). It accepts any login and password. The login becomes the
// user name, and for `sub:name` the whole is the subject and `name` the user name. Its first line of output is its issuer. CLOCK_AHEAD_MS:
// how far its clock is ahead of the system's. LIES: the ways in which its ID tokens can be forged.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createInterface } from 'node:readline';

const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
if (ahead !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + ahead;
}
const [{ createServer }, { Provider }] = await Promise.all([import('node:http'), import('oidc-provider')]);

const server = createServer((request, response) => void listener(request, response));
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the provider has no port');
const issuer = `http://127.0.0.1:${address.port}`;

const keys = { own: generateKeyPairSync('rsa', { modulusLength: 2048 }), foreign: generateKeyPairSync('rsa', { modulusLength: 2048 }) };
const provider = new Provider(issuer, {
  jwks: { keys: [{ ...keys.own.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  clients: [
    { client_id: 'lookout', client_secret: 'lookout-secret', redirect_uris: ['http://127.0.0.1/authredirect'], response_types: ['code'] },
    {
      client_id: 'lookout-public',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/authredirect'],
      response_types: ['code'],
    },
  ],
  pkce: { required: () => true },
  claims: { profile: ['preferred_username'] },
  acrValues: ['phr', 'pwd'],
  features: { backchannelLogout: { enabled: true } },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id.split(':').at(-1) }) }),
});
/** Signs a token. Each entry of LIES uses it to forge an ID token from the claims of an honest one. */
const signedWith = ({ privateKey }, header, claims) => {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part(header)}.${part(claims)}`;
  return `${body}.${header.alg === 'none' ? '' : sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
};
/** @type {Record<string, (token: { header: object, claims: object }, keys: { own: object, foreign: object }) => string>} */
const LIES = {
  'foreign signature': ({ header, claims }, { foreign }) => signedWith(foreign, header, claims),
  'no algorithm': ({ claims }, { own }) => signedWith(own, { alg: 'none' }, claims),
  'other nonce': ({ header, claims }, { own }) => signedWith(own, header, { ...claims, nonce: 'n'.repeat(43) }),
  'other audience': ({ header, claims }, { own }) => signedWith(own, header, { ...claims, aud: 'somebody-else' }),
  'other issuer': ({ header, claims }, { own }) => signedWith(own, header, { ...claims, iss: 'https://evil.example' }),
};
/** How the next ID tokens are forged; set by the test over the standard input. */
let lie = '';
provider.use(async (context, next) => {
  await next();
  if (!context.path.endsWith('/token') || LIES[lie] === undefined || context.body?.id_token === undefined) return;
  const [header, claims] = context.body.id_token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  context.body = { ...context.body, id_token: LIES[lie]({ header, claims }, keys) };
});
// The redirect address is matched by a pattern, because the server under test gets its port after the provider does.
provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/127\.0\.0\.1(:\d+)?\/authredirect$/.test(uri);
const listener = provider.callback();

process.stdout.write(`${issuer}\n`);
// The provider ends with the process that started it.
createInterface(process.stdin)
  .on('line', (line) => {
    // `logout <claims as JSON>` requests a logout token with these claims; any other line sets how to forge ID tokens.
    const [, claims] = /^logout (.*)$/.exec(line) ?? [];
    if (claims === undefined) lie = line;
    const answer =
      claims === undefined ? 'ready' : signedWith(keys.own, { alg: 'RS256', typ: 'logout+jwt' }, { iss: issuer, ...JSON.parse(claims) });
    process.stdout.write(`${answer}\n`);
  })
  .on('close', () => process.exit(0));
