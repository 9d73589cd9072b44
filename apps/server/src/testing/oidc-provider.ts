// The OpenID Connect provider of tests, and a simulated browser that submits its forms.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, 'oidc-provider.mjs');

export interface OidcProvider {
  readonly issuer: string;
  /** The environment of a server that uses this provider. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Signs on at the address that the server returned.
   * @returns where the provider redirects the browser
   */
  signOn(address: string, login: string): Promise<URL>;
  /** Cancels at the address that the server returned, as by the provider's cancel link. */
  cancel(address: string): Promise<URL>;
  /** Forges ID tokens from now on, in one of the ways that the provider's program lists; blank: honest again. */
  lie(how: string): Promise<void>;
  /** Returns a token which states that a session of the provider has ended, with these claims in addition to its issuer. */
  logoutToken(claims: Readonly<Record<string, unknown>>): Promise<string>;
  stop(): Promise<void>;
}

export async function startOidcProvider(options: { readonly clockAheadMs?: number } = {}): Promise<OidcProvider> {
  const env = { ...process.env, CLOCK_AHEAD_MS: String(options.clockAheadMs ?? 0) };
  for (const name of ['NODE_OPTIONS', 'VITEST', 'NODE_ENV']) Reflect.deleteProperty(env, name);
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface(child.stdout);
  const [issuer] = (await once(lines, 'line')) as [string];

  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'lookout', OIDC_CLIENT_SECRET: 'lookout-secret' },
    async signOn(address, login) {
      const browser = createBrowser(issuer);
      let page = await browser.open(address);
      // The first form is the login, the second the consent.
      while (page.kind === 'form') page = await browser.open(page.action, { ...page.fields, login, password: 'any' });
      return page.url;
    },
    async cancel(address) {
      const browser = createBrowser(issuer);
      const page = await browser.open(address);
      if (page.kind === 'left') return page.url;
      const left = await browser.open(page.action.replace(/\/?$/, '/abort'));
      if (left.kind === 'form') throw new Error('the provider did not give up');
      return left.url;
    },
    async lie(how) {
      const ready = once(lines, 'line');
      child.stdin.write(`${how}\n`);
      await ready;
    },
    async logoutToken(claims) {
      const answer = once(lines, 'line');
      child.stdin.write(`logout ${JSON.stringify(claims)}\n`);
      return ((await answer) as [string])[0];
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

type Page =
  | { readonly kind: 'form'; readonly action: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'left'; readonly url: URL };

/** Follows redirects and stores cookies until it is redirected away from the provider. */
function createBrowser(issuer: string) {
  const cookies = new Map<string, string>();
  const open = async (address: string, fields?: Readonly<Record<string, string>>): Promise<Page> => {
    const url = new URL(address, issuer);
    if (url.origin !== issuer) return { kind: 'left', url };
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) return open(new URL(location, url).href);
    const html = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
    if (action === undefined) throw new Error(`the provider shows no form: ${response.status} ${html.slice(0, 500)}`);
    const hidden = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    return { kind: 'form', action, fields: Object.fromEntries([...hidden].map(([, name, value]) => [name, value])) };
  };
  return { open };
}
