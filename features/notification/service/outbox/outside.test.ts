import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReachable } from '@lookout/server/services/outside-address.ts';
import { parseAllowList } from '@lookout/video/allow-list';
import { afterEach, describe, expect, it } from 'vitest';
import { NotSent } from './not-sent.ts';
import { createOutside } from './outside.ts';

const NAMED = parseAllowList(['10.1.2.0/24:8443', 'command.local:80']);
const reaches = (url: string, address: string) => isReachable(NAMED, new URL(url), address);

describe('an external address', () => {
  it('of the public internet is reached by https only', () => {
    expect(reaches('https://hook.example.cn/a', '93.184.216.34')).toBe(true);
    expect(reaches('https://hook.example.cn:9443/a', '2606:2800:220:1:248:1893:25c8:1946')).toBe(true);
    expect(reaches('http://hook.example.cn/a', '93.184.216.34')).toBe(false);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.8',
    '100.64.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.8',
    '64:ff9b::a00:8',
    '2002:a00:8::1',
  ])('of the internal network (%s) is not reached, whatever its name', (address) => {
    expect(reaches('https://hook.example.cn/a', address)).toBe(false);
  });

  it('of the internal network that is configured is reached, at its port', () => {
    expect(reaches('http://10.1.2.9:8443/a', '10.1.2.9')).toBe(true);
    expect(reaches('http://10.1.2.9/a', '10.1.2.9')).toBe(false);
    expect(reaches('http://command.local/a', '10.9.9.9')).toBe(true);
    // An allowed name must not lead to this machine.
    expect(reaches('http://command.local/a', '127.0.0.1')).toBe(false);
  });
});

describe('a message', () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });
  const listen = async (answer: boolean): Promise<{ readonly port: number; readonly hosts: string[] }> => {
    const hosts: string[] = [];
    server = createServer((request, response) => {
      hosts.push(request.headers.host ?? '');
      if (answer) response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, hosts };
  };
  const MESSAGE = { headers: {}, body: '{}' };
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'sent',
      (error: unknown) => (error instanceof NotSent ? error.error.code : Promise.reject(error)),
    );

  it('is sent to exactly the address that was checked, under its name', async () => {
    const { port, hosts } = await listen(true);
    const requested: string[] = [];
    const outside = createOutside({
      hosts: ['127.0.0.0/8'],
      resolve: async (host) => {
        requested.push(host);
        return [
          { address: '10.0.0.8', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ];
      },
    });
    expect(await outside.post({ ...MESSAGE, url: `http://hook.invalid:${port}/a` })).toBe(204);
    expect([requested, hosts]).toEqual([['hook.invalid'], [`hook.invalid:${port}`]]);
  });

  it('to a name that resolves to the internal network is refused', async () => {
    const { port, hosts } = await listen(true);
    const outside = createOutside({ hosts: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    expect(await codeOf(outside.post({ ...MESSAGE, url: `https://hook.invalid:${port}/a` }))).toBe('notify-address-refused');
    expect(hosts).toEqual([]);
  });

  it('that is not answered, or whose name is not found, is given up in time', async () => {
    const { port } = await listen(false);
    const outside = createOutside({ hosts: ['127.0.0.0/8'], budgetMs: 100, resolve: () => new Promise(() => undefined) });
    expect(await codeOf(outside.post({ ...MESSAGE, url: `http://127.0.0.1:${port}/a` }))).toBe('notify-silent');
    expect(await codeOf(outside.post({ ...MESSAGE, url: `http://hook.invalid:${port}/a` }))).toBe('notify-silent');
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    const unhurried = createOutside({ hosts: ['127.0.0.0/8'] });
    expect(await codeOf(unhurried.post({ ...MESSAGE, url: `http://127.0.0.1:${port}/a` }))).toBe('notify-unreachable');
  });
});
