// A message as MQTT bytes, written in one go: mqtt-packet makes pieces and joins them, and a single message waits for it.
const PUBLISH_QOS_0 = 0x30;

/** MQTT 3.1.1 §3.3: qos 0, not retained. @param topic at most 65,535 bytes */
export function publishPacket(topic: string, payload: string | Uint8Array): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const payloadBytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
  let remaining = 2 + topicBytes + payloadBytes;
  const lengthBytes = remaining < 0x80 ? 1 : remaining < 0x4000 ? 2 : remaining < 0x20_0000 ? 3 : 4;
  const packet = Buffer.allocUnsafe(1 + lengthBytes + remaining);
  packet[0] = PUBLISH_QOS_0;
  // §2.2.3: seven bits a byte, the lowest first.
  let at = 1;
  while (at < lengthBytes) {
    packet[at++] = (remaining & 0x7f) | 0x80;
    remaining >>= 7;
  }
  packet[at++] = remaining;
  at = packet.writeUInt16BE(topicBytes, at);
  at += packet.write(topic, at);
  if (typeof payload === 'string') packet.write(payload, at);
  else packet.set(payload, at);
  return packet;
}
