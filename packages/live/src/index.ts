export {
  BROKER_LIMITS,
  type Broker,
  type BrokerLimits,
  type BrokerOptions,
  type BrokerStats,
  createBroker,
  type Visitor,
} from './broker.ts';
export { calmed, type Log } from './calm-log.ts';
export { type EncodedMessage, INTERNAL, type NumberedMessage } from './log-message.ts';
export { type BrokerFacts, probeBroker } from './probe.ts';
export {
  createRelay,
  type InternalMessage,
  type Relay,
  type RelayOptions,
  type RelayTimers,
  SYSTEM_TIMERS,
} from './relay.ts';
export { localTransport, type MqttTransportOptions, mqttTransport, type Transport, type TransportListener } from './transport.ts';
