// An OpenID Connect provider for tests, as a process of its own (oidc-provider): any login and password are accepted, and the login is the user
// name. Its first line of output is its issuer. CLOCK_AHEAD_MS: its clock is so far from ours. FOREIGN_SIGNATURES: its tokens are signed by another
// key than those it publishes.
import { generateKeyPairSync } from 'node:crypto';

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

const provider = new Provider(issuer, {
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
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id }) }),
});
if (process.env.FOREIGN_SIGNATURES) {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  provider.use(async (context, next) => {
    await next();
    if (!context.path.endsWith('/jwks')) return;
    const { keys } = /** @type {{ keys: object[] }} */ (context.body);
    context.body = { keys: keys.map((key) => ({ ...key, ...other })) };
  });
}
// The server under test gets its port after the provider does.
provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/127\.0\.0\.1(:\d+)?\/authredirect$/.test(uri);
const listener = provider.callback();

process.stdout.write(`${issuer}\n`);
// It ends with the process that started it.
process.stdin.on('end', () => process.exit(0)).resume();
