import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { createMetrics, serveHealth } from './metrics.ts';

it('When many clients ask at once whether the server is ready, only one query is sent; the next request queries again', async () => {
  const app = Fastify();
  const answers = [Promise.withResolvers<string | null>(), Promise.withResolvers<string | null>()];
  const check = vi.fn(() => (answers[check.mock.calls.length - 1] as (typeof answers)[0]).promise);
  let arrived = 0;
  app.addHook('preHandler', (_request, _reply, done) => {
    arrived += 1;
    done();
  });
  serveHealth(app, { needed: [check], wanted: [] }, createMetrics(), { mayPass: () => true });
  await app.ready();
  const ask = () => app.inject('/readyz');
  const scrapes = Array.from({ length: 20 }, ask);
  await vi.waitFor(() => expect(arrived).toBe(20));
  answers[0]?.resolve('no database');
  for (const reply of await Promise.all(scrapes)) expect([reply.statusCode, reply.json().reason]).toEqual([503, 'no database']);
  expect(check).toHaveBeenCalledTimes(1);
  answers[1]?.resolve(null);
  expect((await ask()).statusCode).toBe(200);
  expect(check).toHaveBeenCalledTimes(2);
  await app.close();
});

it('A server stays ready without an optional part, and reports it', async () => {
  const app = Fastify();
  let degraded: string | null = null;
  let reason: string | null = null;
  serveHealth(app, { needed: [async () => reason], wanted: [async () => degraded] }, createMetrics(), { mayPass: () => true });
  const readyz = async () => {
    const reply = await app.inject('/readyz');
    return [reply.statusCode, reply.json()];
  };
  expect(await readyz()).toEqual([200, { status: 'ready' }]);
  degraded = 'disk: full';
  expect(await readyz()).toEqual([200, { status: 'ready', degraded }]);
  reason = 'database: connection';
  expect(await readyz()).toEqual([503, { status: 'not ready', reason }]);
  await app.close();
});
