// A collector of traces: accepts OTLP over HTTP as JSON, and can be slow, broken or reply with garbage.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly service: string | number | undefined;
  /** The server process that the span comes from. */
  readonly serverId: string | number | undefined;
}

export interface TraceCollector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  requests(): number;
  /** Leaves incoming requests unanswered until it is released. @returns a function that releases them */
  hold(): () => void;
  /** Sets the reply from now on; default: 200 and an empty object. */
  answerWith(status: number, body: string): void;
  stop(): Promise<void>;
}

const read = (attributes: readonly Attribute[]): CollectedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let requests = 0;
  let blocked: Promise<void> = Promise.resolve();
  let answer = { status: 200, body: '{}' };
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await blocked;
    if (answer.status === 200 && request.url === '/v1/traces') {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      for (const { resource, scopeSpans } of resourceSpans) {
        const of = read(resource.attributes);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: read(span.attributes), service: of['service.name'], serverId: of['service.instance.id'] });
      }
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests: () => requests,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      blocked = promise;
      return resolve;
    },
    answerWith(status, body) {
      answer = { status, body };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
