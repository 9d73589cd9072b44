// The HTTP server without its calls: limits, safety headers, and one reply shape for everything that is no call.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { refusalReply } from './envelope.ts';
import { asRefusal } from './errors.ts';
import { Refusal } from './refusal.ts';

/** §9: HTTP timeout 600000 ms. */
const REQUEST_TIMEOUT_MS = 600_000;

export async function createServer(config: Config, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // An address may carry a token (specification §7): requests are counted, not written down.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A page names its calls, so as to know its own changes when they come back live.
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? randomUUID(),
    // A HEAD route would run a GET that changes something.
    exposeHeadRoutes: false,
    ...(config.tls && { https: { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } }),
    // An address that cannot even be decoded.
    frameworkErrors: (_error, _request, reply) => {
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }; // it never reaches helmet
      (reply as unknown as FastifyReply).code(404).headers(headers).send({ code: 404, message: NO_SUCH_CALL });
    },
    clientErrorHandler: answerNoRequest,
  }) as unknown as FastifyInstance;
  // Bodies are read by `serve`, after authentication and within each row's limit; the framework only passes them on.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The framework's own refusals (a body on a route without one, a length that is none) are the caller's; all else is a fault of ours.
    const isCallers = error.statusCode !== undefined && error.statusCode < 500 && !(error instanceof Refusal);
    const refusal = isCallers
      ? new Refusal(error.statusCode === 413 ? 413 : 422, '请求无法读取')
      : asRefusal(error, { call: request.routeOptions.url ?? request.method, requestId: request.id }, log);
    const { status, body } = refusalReply(refusal, false);
    reply.code(status).header('cache-control', 'no-store').send(body);
  });
  await app.register(helmet, helmetOptions(config));
  return app;
}

const REQUEST_ID = /^[\w.-]{1,64}$/;
const requestIdOf = (given: unknown): string | null => (typeof given === 'string' && REQUEST_ID.test(given) ? given : null);

/** Bytes that are no HTTP never become a request; they get an answer of the same shape all the same, and the line is closed. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  const words = noRequest[error.code ?? ''] ?? { code: 422, reason: 'Unprocessable Entity', message: '请求无法读取' };
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body = JSON.stringify({ code: words.code, message: words.message });
    const headers = [
      `HTTP/1.1 ${words.code} ${words.reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

const noRequest: Readonly<Record<string, { readonly code: number; readonly reason: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 431, reason: 'Request Header Fields Too Large', message: '请求头太长' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 408, reason: 'Request Timeout', message: '请求没有在规定时间内传完' },
};

export const NO_SUCH_CALL = '没有这个地址';

const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin]);

function helmetOptions(config: Config) {
  const outside = [...originOf(config.imageryUrl), ...originOf(config.terrainUrl)];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Cesium decodes in WebAssembly, and starts its workers from blobs.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        // antd writes its styles while running.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...outside],
        mediaSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:', 'blob:', 'data:', ...outside],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // Only meaningful, and only harmless, where the connection is encrypted.
    strictTransportSecurity: config.tls ? { maxAge: 15_552_000 } : false,
    crossOriginOpenerPolicy: config.tls !== null,
    originAgentCluster: config.tls !== null,
    crossOriginEmbedderPolicy: false,
  } as const;
}
