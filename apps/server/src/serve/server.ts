// The HTTP server without its calls: limits, security headers, one reply shape for every request that is no call, and the built web app.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { codedError } from '@lookout/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refusal, refused } from '../acting/refusal.ts';
import { clientAddresses } from '../settings/client-address.ts';
import type { Config } from '../settings/config.ts';
import { pageAt, withoutBase } from './base-path.ts';
import { languageOf } from './context.ts';
import type { DelayedRefusals } from './delayed-refusals.ts';
import { asRefusal, errorBody, refusalReply, statusOf } from './envelope.ts';
import { answerWeight, type Shares } from './shares.ts';
import { STYLE_SOURCES, withStyleNonce } from './style-nonce.ts';
import { TLS_RULES } from './tls-rules.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The client's address without a port and in one spelling (client-address.ts). The framework's own `ip` contains what a proxy wrote.
     */
    readonly clientAddress: string;
  }
  interface FastifyContextConfig {
    /** A call of the contract, which takes its turn after its caller is identified. Every other request takes a turn of its address. */
    readonly isCall?: true;
  }
}

/** §9: HTTP timeout 600000 ms. */
const REQUEST_TIMEOUT_MS = 600_000;

interface ServerDeps {
  readonly log: FastifyBaseLogger;
  readonly shares: Pick<Shares, 'openTurn'>;
  readonly delayedRefusals: DelayedRefusals;
  /** Returns the id for a call without one, derived from the trace that it belongs to; null: generate a new id. */
  readonly tracedIdOf: (headers: IncomingHttpHeaders) => string | null;
}

export async function createServer(config: Config, { log, shares, delayedRefusals, tracedIdOf }: ServerDeps): Promise<FastifyInstance> {
  const addresses = clientAddresses(config.trustedProxies);
  const app = Fastify({
    loggerInstance: log,
    // A URL may carry a token (specification §7): requests are counted, not logged.
    logController: new LogController({ disableRequestLogging: true }),
    // Host and protocol of the site, which the framework reads, are trusted only from these proxies. The client's address is
    // `clientAddress`.
    trustProxy: config.trustedProxies.length > 0 ? addresses.isTrusted : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    rewriteUrl: (request) => {
      const protocol = addresses.protocolOf(request);
      if (protocol !== null) request.headers['x-forwarded-proto'] ??= protocol;
      return withoutBase(request.url ?? '/', config.basePath);
    },
    // A page sets the ids of its calls, to recognize its own changes in live messages.
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? tracedIdOf(headers) ?? randomUUID(),
    // A HEAD request would run a GET handler that changes something.
    exposeHeadRoutes: false,
    // The contract's own schemas validate input and shape output. The framework's compilers, which cost a tenth of a second at every start,
    // are left out.
    schemaController: NO_SCHEMAS,
    ...(config.tls && { https: { ...TLS_RULES, cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } }),
    // The URL cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      // This reply does not pass through helmet.
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-security-policy': NO_PAGE };
      const { status, body } = noSuchCall(request.headers['accept-language']);
      (reply as unknown as FastifyReply).code(status).headers(headers).send(body);
    },
    clientErrorHandler: answerNoRequest,
  }) as unknown as FastifyInstance;
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return addresses.of(this.raw);
    },
  });
  // Bodies are read by `serve`, after authentication and within each row's limit; the framework does not parse them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // The framework's own refusals (an unexpected body, an invalid length) are errors of the caller. Everything else is an internal error.
    const isCallers = error.statusCode !== undefined && error.statusCode < 500 && !(error instanceof Refusal);
    const refusal = isCallers
      ? new Refusal(codedError(error.statusCode === 413 ? 'request-beyond-limit' : 'request-unreadable'))
      : asRefusal(error, { call: request.routeOptions.url ?? request.method, requestId: request.id }, log);
    await delayedRefusals.hold(refusal, request);
    const { status, body } = refusalReply(refusal, languageOf(request.headers['accept-language']), false);
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
  await app.register(cookie);
  const guarding = await securityHeaders(config);
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of guarding) raw.setHeader(name, value);
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.isCall) return;
    const turn = await shares.openTurn(request.clientAddress, () => request.raw.socket.destroyed);
    reply.raw.once('finish', () => turn.costsMore(answerWeight({ length: Number(reply.getHeader('content-length') ?? 0) }, true) - 1));
  });
  return app;
}

/**
 * Collects helmet's headers once, because they are the same for every reply. Helmet would compose the policy anew for each, a tenth of the
 * cost of a tile call. A reply with its own policy overrides this one.
 */
async function securityHeaders(config: Config): Promise<[name: string, value: string][]> {
  const sample = Fastify({ schemaController: NO_SCHEMAS });
  await sample.register(helmet, helmetOptions(config));
  sample.get('/', (_request, reply) => reply.send());
  const { headers } = await sample.inject('/');
  await sample.close();
  return Object.entries(headers).flatMap(([name, value]) => (OF_EVERY_REPLY.has(name) ? [] : [[name, String(value)]]));
}
/** Headers of HTTP itself. */
const OF_EVERY_REPLY: ReadonlySet<string> = new Set(['connection', 'content-length', 'date']);

const noFrameworkSchema = (): never => {
  throw new Error('a route with a schema of the framework: describe it by a row of the contract');
};
const NO_SCHEMAS = { compilersFactory: { buildValidator: () => noFrameworkSchema, buildSerializer: () => noFrameworkSchema } };

const REQUEST_ID = /^[\w.-]{1,64}$/;
const requestIdOf = (given: unknown): string | null => (typeof given === 'string' && REQUEST_ID.test(given) ? given : null);

/** Policy of a reply that is not a page and has nothing to display. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Bytes that are not HTTP get a reply of the same shape, and the connection is closed. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  const { code, reason } = noRequest[error.code ?? ''] ?? { code: 'request-unreadable', reason: 'Unprocessable Entity' };
  if (error.code !== 'ECONNRESET' && socket.writable) {
    // No language header could be read, so the reply is in Chinese.
    const body = JSON.stringify(errorBody(codedError(code), 'zh'));
    const headers = [
      `HTTP/1.1 ${statusOf({ code })} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Security-Policy: ${NO_PAGE}`,
      'Connection: close',
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

type NoRequest = 'headers-too-large' | 'request-too-slow' | 'request-unreadable';
const noRequest: Readonly<Record<string, { readonly code: NoRequest; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers-too-large', reason: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request-too-slow', reason: 'Request Timeout' },
};

/** The reply for an unknown URL. */
export const noSuchCall = (acceptLanguage: string | undefined) => refusalReply(refused('no-such-call'), languageOf(acceptLanguage), false);

const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin]);

function helmetOptions(config: Config) {
  const outside = originOf(config.terrainUrl);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Cesium decodes in WebAssembly. Its workers are files of this server: it needs blobs only for workers of another site.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'"],
        styleSrc: [...STYLE_SOURCES],
        imgSrc: ["'self'", 'data:', 'blob:', ...outside],
        mediaSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', 'data:', ...originOf(config.mqttWsUrl), ...outside],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // HSTS is valid over TLS only.
    strictTransportSecurity: config.tls ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains } : false,
    crossOriginOpenerPolicy: config.tls !== null,
    originAgentCluster: config.tls !== null,
    crossOriginEmbedderPolicy: false,
  } as const;
}

// The demo's videos and papers: public files, like those of the web app.

/** A browser displays a video or a PDF in a page that it generates, with an inline style and, for a PDF, a plug-in. */
const MEDIA_POLICY = "default-src 'self'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";

/** @param prefix prefix of the files' addresses */
export async function serveLibrary(app: FastifyInstance, folder: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    index: false,
    setHeaders(reply) {
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', MEDIA_POLICY);
    },
  });
}

// The built web app: its files, and its one page for every address of the browser's router.

const INDEX = 'index.html';
// Vite puts a content hash into the names under assets/: such a file never changes.
const HASHED = /[\\/]assets[\\/][^\\/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;
/** Paths of calls and files: they are never answered with the page. */
const NOT_PAGES =
  /^\/(auth|fire|oa|api|resource\/api|files|terrain|tiles|layers|scenes|json|media|mqtt|docs|demo-library|metrics|healthz|readyz|assets|cesium)(\/|$)/;

/** The only page that other sites may frame (decision 0039). */
const FRAMED_PAGE = /^\/map\/?$/;

/**
 * `/map` may be framed by the sites of the embedded map that `?embed=<id>` in its address names. The token is in the fragment, which
 * browsers do not send. Every other page keeps the usual policy.
 */
function frameBy(reply: FastifyReply, origins: readonly string[]): void {
  const ancestors = origins.length === 0 ? "'none'" : origins.join(' ');
  const policy = String(reply.getHeader('content-security-policy')).replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`);
  reply.header('content-security-policy', policy);
  // `x-frame-options` cannot list sites. Browsers that support `frame-ancestors` ignore it.
  if (origins.length > 0) reply.removeHeader('x-frame-options');
}

/**
 * @param framingSitesOf returns the sites that may frame the embedded map with this public id, for a request from this address
 * @returns a function that answers a request for a page of the app; false when the request is for no page, or when no built app exists
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  framingSitesOf: (embedId: string, address: string) => Promise<readonly string[]>,
  basePath = '',
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<boolean>> {
  if (!existsSync(join(folder, INDEX))) return async () => false;
  const names = new Set(readdirSync(folder).filter((name) => name.endsWith('.html')));
  const pages = new Map<string, { readonly at: number; readonly html: string }>();
  /** Reads a page again when it has changed: a build may be replaced while the server runs. */
  const pageNow = async (name: string): Promise<string> => {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    const known = pages.get(name);
    if (known?.at === mtimeMs) return known.html;
    const page = { at: mtimeMs, html: pageAt(await readFile(file, 'utf8'), basePath) };
    pages.set(name, page);
    return page.html;
  };
  const sendPage = async (reply: FastifyReply, name = INDEX): Promise<FastifyReply> => {
    const sent = withStyleNonce({ html: await pageNow(name), policy: String(reply.getHeader('content-security-policy')) });
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', sent.policy)
      .type('text/html; charset=utf-8')
      .send(sent.html);
  };
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // The build writes .br and .gz files; nothing is compressed at run time.
    preCompressed: true,
    index: ['index.html'],
    setHeaders(reply, path) {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The plugin's own route lists a file's folder at each request, thousands of names, to refuse a name in other letter case that could
  // bypass the guard of another route. All of these files are public.
  app.route<{ Params: { readonly '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const name = request.params['*'] || INDEX;
      // A page is not sent as a file: it is assembled.
      return names.has(name) ? sendPage(reply, name) : reply.sendFile(name);
    },
  });
  return async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !NOT_PAGES.test(path) &&
      !/\.[a-z0-9]+$/i.test(path);
    if (!isPage) return false;
    if (FRAMED_PAGE.test(path)) {
      const { embed } = request.query as { readonly embed?: unknown };
      frameBy(reply, typeof embed === 'string' ? await framingSitesOf(embed, request.clientAddress) : []);
    }
    await sendPage(reply);
    return true;
  };
}
