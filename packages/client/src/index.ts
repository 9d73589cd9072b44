export * from './alarm-requests.ts';
export * from './client.ts';
export type { Encrypted, EncryptionKey } from './encrypt-passwords.ts';
export type { CaughtUp, EventPage, Live, LiveSettings, LiveState } from './live/live.ts';

// Both stay out of the first page's script: the one is needed when a password is sent, the other once a session lives.
export const loadEncryption = () => import('./encrypt-passwords.ts');
export const loadLive = async () => {
  const [{ createLive }, { mqttTransport }] = await Promise.all([import('./live/live.ts'), import('./live/mqtt-transport.ts')]);
  return { createLive, mqttTransport };
};
