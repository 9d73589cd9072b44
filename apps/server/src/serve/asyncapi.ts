// The AsyncAPI document of the live topics, made from the contract's tables: nothing in it is written by hand.
import { EVENT_TOPICS, liveSchemas, liveSummaries, permissionCode, TOPIC_KINDS, type TopicKind, topicRights } from '@lookout/contract';
import { schemaJson } from './openapi.ts';

type Json = Record<string, unknown>;

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
        seq: { type: 'integer', description: '日志编号，全局递增、无缺口；从 GET /fire/api/event?since= 补发' },
      }),
      at: { type: 'string', format: 'date-time' },
      kind: { const: kind },
      gridNo: { type: 'string', pattern: '^[0-9]{6}([0-9]{3})?$' },
      requestId: { type: 'string', description: '引起变化的调用的 X-Request-Id；没有调用时不出现' },
      data: schemaJson(liveSchemas[kind]),
    },
  },
});
