// The OpenAPI and AsyncAPI documents, generated from the contract's tables and the raw routes.

import { LANGUAGES, type Permission, permissionCode, type Row } from '@lookout/contract';
import { ERROR_CODES } from '@lookout/features/errors.ts';
import { liveSchemas, liveSummaries } from '@lookout/features/live-messages.ts';
import { EVENT_TOPICS, TOPIC_KINDS, type TopicKind, topicRights } from '@lookout/features/live-topics.ts';
import type { z } from 'zod';
import type { RawRoute } from './context.ts';

type Json = Record<string, unknown>;
type Schema = NonNullable<Row['input']>;
type Described = Pick<Row, 'method' | 'path' | 'alias' | 'summary' | 'permission' | 'embeds'>;

interface NamedRows {
  readonly [feature: string]: Readonly<Record<string, Row>>;
}

/**
 * Builds an OpenAPI 3.1 document. Its calls are described when they are first read, because few clients read them and the start should not
 * wait.
 */
export function openApiOf(features: NamedRows, rawRoutes: readonly RawRoute[], version: string): Json {
  let described: ReturnType<typeof describeCalls> | null = null;
  const calls = () => {
    described ??= describeCalls(features, rawRoutes);
    return described;
  };
  return {
    openapi: '3.1.0',
    info: { title: '林火瞭望 Fire Lookout', version, description: '每个调用一行：由合同表生成。' },
    get paths() {
      return calls().paths;
    },
    get components() {
      return {
        schemas: calls().schemas,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          feedKey: { type: 'apiKey', in: 'header', name: 'X-Feed-Key' },
        },
      };
    },
  };
}

function describeCalls(features: NamedRows, rawRoutes: readonly RawRoute[]): { readonly paths: Json; readonly schemas: Json } {
  const schemas: Json = { refusal: REFUSAL, errorCode: { enum: ERROR_CODES } };
  const paths: Record<string, Json> = {};
  const add = (described: Described, operation: Json) => {
    for (const { method, path } of [described, ...(described.alias ?? [])]) {
      const at = path.replace(/\*$/, '{rest}');
      paths[at] = { ...paths[at], [method.toLowerCase()]: operation };
    }
  };
  for (const [feature, rows] of Object.entries(features)) {
    for (const [name, row] of Object.entries(rows)) add(row, { tags: [feature], operationId: name, ...operationOf(name, row, schemas) });
  }
  for (const route of rawRoutes) {
    const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    add(route, { tags: ['raw'], operationId: route.name, ...rulesOf(route), parameters, responses: { 200: { description: '内容' } } });
  }
  return { paths, schemas };
}

function operationOf(name: string, row: Row, schemas: Json): Json {
  const schema = (part: string, from: Schema, io: 'input' | 'output') => hoisted(`${name}_${part}`, describe(from, io), schemas);
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const from = row[part];
    if (!from) return [];
    const { properties = {}, required = [] } = describe(from, 'input') as { properties?: Json; required?: string[] };
    return Object.entries(properties).map(([field, value]) => ({
      name: field,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(field),
      schema: value,
    }));
  });
  const body =
    row.body === 'csv-or-json'
      ? { content: { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: {} } } }
      : row.body === 'large-upload'
        ? { content: { 'multipart/form-data': { schema: { type: 'object' } } } }
        : row.body === 'upload'
          ? { content: { 'multipart/form-data': { schema: { type: 'object' } }, 'image/png': {}, 'image/jpeg': {} } }
          : row.input && { content: { 'application/json': { schema: schema('input', row.input, 'input') } } };
  return {
    ...rulesOf(row),
    parameters,
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: '成功；业务拒绝时 code 为 501',
        content: { 'application/json': { schema: envelopeOf(row, schema('reply', row.reply, 'output')) } },
      },
      default: { description: '拒绝', content: { 'application/json': { schema: { $ref: '#/components/schemas/refusal' } } } },
    },
  };
}

/** In the published documents, permissions have the specification's codes. */
const codesOf = (permission: Permission) =>
  typeof permission === 'string'
    ? permission
    : 'anyOf' in permission
      ? { anyOf: permission.anyOf.map(permissionCode) }
      : { ...permission, feedOr: permission.feedOr.map(permissionCode) };

function rulesOf({ summary, permission, embeds }: Described): Json {
  const security =
    permission === 'public' ? [] : [{ bearer: [] }, ...(typeof permission === 'object' && 'feedOr' in permission ? [{ feedKey: [] }] : [])];
  return { summary, security, 'x-permission': codesOf(permission), ...(embeds && { 'x-embedded-maps': embeds }) };
}

const CODED = {
  code: { $ref: '#/components/schemas/errorCode' },
  params: { type: 'object', description: '错误的参数，随代码而定' },
} as const;

const REFUSAL = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string', description: `给人看的话，语言按 Accept-Language：${LANGUAGES.join('、')}，默认 ${LANGUAGES[0]}` },
    data: { description: '409：现有的值；422：每个字段的 path 与 message' },
    error: {
      description:
        '给程序看的错误代码与参数；fields 为各字段的错误。登录的拒绝没有代码，此处为 unauthorized、unreadable，或 otp_required（须再给动态验证码 otp）',
      oneOf: [
        {
          type: 'object',
          required: ['code', 'params'],
          properties: {
            ...CODED,
            fields: {
              type: 'array',
              items: { type: 'object', required: ['path', 'code', 'params'], properties: { path: { type: 'string' }, ...CODED } },
            },
          },
        },
        { enum: ['unauthorized', 'unreadable', 'otp_required'] },
      ],
    },
  },
} as const;

function envelopeOf({ envelope }: Row, reply: Json): Json {
  if (envelope === 'bare') return reply;
  const data: Json =
    envelope === 'list'
      ? { type: 'array', items: reply }
      : envelope === 'page'
        ? {
            type: 'object',
            properties: {
              total: { type: 'integer' },
              pageNo: { type: 'integer' },
              pageSize: { type: 'integer' },
              list: { type: 'array', items: reply },
            },
          }
        : envelope === 'message'
          ? { type: 'null' }
          : reply;
  return { type: 'object', required: ['code', 'message', 'data'], properties: { code: { const: 200 }, message: { type: 'string' }, data } };
}

const known = { input: new WeakMap<Schema, Json>(), output: new WeakMap<Schema, Json>() };

/** Caches descriptions: many rows share a schema, and describing it is the most expensive part here. */
function describe(schema: Schema, io: 'input' | 'output'): Json {
  const description = known[io].get(schema) ?? describeAnew(schema, io);
  known[io].set(schema, description);
  return description;
}

/** The JSON Schema of outgoing values. */
const schemaJson = (schema: Schema): Json => describe(schema, 'output');

/** What a schema accepts; where only its output can be described (numbers that may be sent as text), the output. */
function describeAnew(schema: Schema, io: 'input' | 'output'): Json {
  const as = (side: 'input' | 'output') => {
    const { $schema: _dialect, ...rest } = schema.toJSONSchema({ io: side, unrepresentable: 'any', override: timeAsText }) as Json;
    return rest;
  };
  return io === 'output' ? as('output') : (fuller(as('input'), as('output')) as Json);
}

/** A time is a `Date` in the program and a text in JSON. */
const timeAsText = ({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: Json }): void => {
  if (zodSchema._zod.def.type === 'date') jsonSchema.type = 'string';
};

function fuller(first: unknown, second: unknown): unknown {
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return first;
  const keys = Object.keys(first);
  if (keys.length === 0) return second ?? first;
  const other = (typeof second === 'object' && second !== null ? second : {}) as Json;
  return Object.fromEntries(keys.map((key) => [key, fuller((first as Json)[key], other[key])]));
}

/**
 * A recursive schema refers to itself by `#`, which inside the document would mean the whole document. The schema is therefore moved to the
 * components and referenced by name.
 */
function hoisted(name: string, schema: Json, schemas: Json): Json {
  if (!JSON.stringify(schema).includes('"$ref"')) return schema;
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? renamed(name, inner) : rename(inner),
      ]),
    );
  };
  const { $defs = {}, ...root } = schema as { $defs?: Json };
  for (const [key, value] of Object.entries($defs)) schemas[`${name}_${key}`] = rename(value);
  schemas[name] = rename(root);
  return { $ref: `#/components/schemas/${name}` };
}

const renamed = (name: string, ref: string): string =>
  `#/components/schemas/${ref === '#' ? name : `${name}_${ref.replace('#/$defs/', '')}`}`;

// AsyncAPI: what the server publishes on each live topic.

const CHANNEL_GRID = {
  gridNo: { description: '6 位网格编号：订阅者自己的网格或其下级；县内对象的消息同时发到该县、所属市州、省和 100000' },
};

/** An AsyncAPI 3.0 document: what the server sends on each topic. */
export function asyncApiOf(version: string): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: '林火瞭望 Fire Lookout',
      version,
      description: '实时消息：由合同表生成。MQTT 3.1.1 over WebSocket，qos 0；用户名为 accid，密码为访问令牌。',
    },
    defaultContentType: 'application/json',
    servers: { live: { host: '{host}', pathname: '/mqtt', protocol: 'ws', variables: { host: { default: 'localhost:8080' } } } },
    channels: Object.fromEntries(TOPIC_KINDS.map((kind) => [kind, channelOf(kind)])),
    operations: Object.fromEntries(
      TOPIC_KINDS.map((kind) => [
        `send_${kind}`,
        { action: 'send', channel: { $ref: `#/channels/${kind}` }, summary: liveSummaries[kind] },
      ]),
    ),
    components: { messages: Object.fromEntries(TOPIC_KINDS.map((kind) => [kind, messageOf(kind)])) },
  };
}

const channelOf = (kind: TopicKind): Json => ({
  address: `lookout/${kind}/{gridNo}`,
  summary: liveSummaries[kind],
  parameters: CHANNEL_GRID,
  messages: { [kind]: { $ref: `#/components/messages/${kind}` } },
  'x-permission': permissionCode(topicRights[kind]),
});

const numbered = new Set<string>(EVENT_TOPICS);

const messageOf = (kind: TopicKind): Json => ({
  name: kind,
  summary: liveSummaries[kind],
  payload: {
    type: 'object',
    required: ['at', 'kind', 'gridNo', 'data', ...(numbered.has(kind) ? ['seq'] : [])],
    properties: {
      ...(numbered.has(kind) && {
        seq: {
          type: 'integer',
          description:
            '日志编号，全局递增、无缺口；从 GET /fire/api/event?since= 补发；410 log-begins-later 表示日志已从更后的 first 开始，须重新加载',
        },
      }),
      at: { type: 'string', format: 'date-time' },
      kind: { const: kind },
      gridNo: { type: 'string', pattern: '^[0-9]{6}([0-9]{3})?$' },
      requestId: { type: 'string', description: '引起变化的调用的 X-Request-Id；没有调用时不出现' },
      data: schemaJson(liveSchemas[kind]),
    },
  },
});
