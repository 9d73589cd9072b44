// /healthz, /readyz, /metrics: for whoever watches over the server. No session, no envelope (contract.md "Running").
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** null: in order; else the reason in words. */
type Readiness = () => Promise<string | null>;

export function serveHealth(app: FastifyInstance, checks: readonly Readiness[], metrics: Metrics): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reasons = (await Promise.all(checks.map((check) => check()))).filter((reason) => reason !== null);
    reply.header('cache-control', 'no-store').code(reasons.length === 0 ? 200 : 503);
    return reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reason: reasons.join('; ') };
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.registry.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}
