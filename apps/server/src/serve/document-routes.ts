// The API's documents under /docs, which are public: each is created once, cached as plain and as compressed bytes, and charged to the
// budget of callers without an account.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiter, requireRate } from './budgets.ts';

const PREFIX = '/docs';
const ASYNC_API = `${PREFIX}/asyncapi.json`;
/** A document has some megabytes. A file of the viewer counts as a light call. */
const DOCUMENT_WEIGHT = 20;
/** The page of the API documents loads nothing from other hosts, and works on plain http: no upgrade to https. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

interface Documents {
  readonly openApi: object;
  /** Called when the document is first read. */
  readonly asyncApi: () => object;
  /** The path under which a proxy publishes the product, or ''. */
  readonly basePath: string;
}

interface MadeDocument {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** @param rates the budget of callers without an account, by address */
export async function serveDocuments(
  http: FastifyInstance,
  { openApi, asyncApi, basePath }: Documents,
  rates: Pick<RateLimiter, 'mayPass'>,
): Promise<void> {
  const described = once(() => openApi);
  // JSON is valid YAML (YAML 1.2, 1.3).
  const documents: Readonly<Record<string, () => Promise<MadeDocument>>> = {
    [`${PREFIX}/json`]: described,
    [`${PREFIX}/yaml`]: described,
    [ASYNC_API]: once(asyncApi),
  };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const document = documents[request.url.split('?', 1)[0] ?? ''];
    requireRate({ kind: 'nobody' }, request.clientAddress, rates, document === undefined ? 1 : DOCUMENT_WEIGHT);
    return document && send(await document(), request, reply);
  };
  await http.register(swagger, { mode: 'static', specification: { document: openApi as never } });
  await http.register(swaggerUi, {
    routePrefix: PREFIX,
    indexPrefix: basePath,
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null },
    uiHooks: { onRequest },
  });
  http.route({ method: 'GET', url: ASYNC_API, onRequest, handler: async () => undefined });
}

function send({ plain, gzipped, etag }: MadeDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).type('application/json; charset=utf-8');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}

/** Callers that arrive while the document is created wait for the same result. */
function once(make: () => object): () => Promise<MadeDocument> {
  let made: Promise<MadeDocument> | null = null;
  return () => {
    made ??= (async () => {
      const plain = Buffer.from(JSON.stringify(make()));
      const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
      return { plain, gzipped: await promisify(gzip)(plain), etag };
    })();
    return made;
  };
}
