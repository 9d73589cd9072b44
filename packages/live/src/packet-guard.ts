/**
 * Watches the fixed headers (MQTT 3.1.1 §2.2) of what a client sends, so that no packet longer than `maxBytes` is ever gathered,
 * however it is cut into WebSocket messages.
 * @returns a function to be given every chunk: false as soon as a packet is too long or its length is malformed.
 */
export function createPacketGuard(maxBytes: number): (chunk: Uint8Array) => boolean {
  let bodyLeft = 0;
  let lengthBytes = -1; // −1: the next byte is a packet's first
  let length = 0;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (bodyLeft > 0) {
        const step = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= step;
        at += step;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (lengthBytes === -1) {
        lengthBytes = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 128 ** lengthBytes;
      lengthBytes += 1;
      const more = (byte & 0x80) !== 0;
      if (length > maxBytes || (more && lengthBytes === 4)) return false;
      if (!more) {
        bodyLeft = length;
        lengthBytes = -1;
      }
    }
    return true;
  };
}
