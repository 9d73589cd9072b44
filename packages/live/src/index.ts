export { type Announcement, announcementOf, INTERNAL, type InternalNews, type NumberedMessage } from './announcement.ts';
export {
  BROKER_LIMITS,
  type Broker,
  type BrokerLimits,
  type BrokerOptions,
  type BrokerStats,
  createBroker,
  type Log,
  type Visitor,
} from './broker.ts';
export { type MqttTransportOptions, mqttTransport } from './mqtt-transport.ts';
export { createRelay, type Relay, type RelayOptions, type RelayTimers, SYSTEM_TIMERS } from './relay.ts';
export { localTransport, type Transport, type TransportListener } from './transport.ts';
