import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startTowersThread } from './start-towers.ts';

const world = { seed: 1, speed: 1, scale: 1, burns: false } as const;
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

test('all towers answer from their thread, a port that is taken is an error, and after the stop the ports are closed', async () => {
  const [rtspPort, onvifPort] = [await freePort(), await freePort()];
  const faults: string[] = [];
  const towers = await startTowersThread({ ...world, rtspPort, onvifPort, faults: {} }, (why) => faults.push(why));
  expect(towers.addresses.length).toBe(26);
  const body =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>';
  const call = () => fetch(towers.addresses[25]?.onvif ?? '', { method: 'POST', body });
  expect((await call()).status).toBe(200);
  await expect(startTowersThread({ ...world, rtspPort, onvifPort, faults: {} }, (why) => faults.push(why))).rejects.toThrow('EADDRINUSE');
  await towers.stop();
  await expect(call()).rejects.toThrow();
  expect(faults).toEqual([]);
});
