// The OpenID Connect provider of the server's tests, as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'apps', 'server', 'src', 'testing', 'oidc-provider.mjs');

export interface OidcProvider {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const env = { ...process.env };
  for (const name of ['NODE_OPTIONS', 'VITEST', 'NODE_ENV']) Reflect.deleteProperty(env, name);
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    issuer,
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
