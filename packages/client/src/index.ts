export * from './client.ts';
export type { Encrypted, EncryptionKey } from './encrypt-passwords.ts';
export type { CaughtUp, EventPage, Live, LiveSettings, LiveState } from './live/live.ts';
export type { ConnectionTimers } from './live/mqtt-transport.ts';

// Loaded on demand, which keeps it out of the script of the first page.
export const loadEncryption = () => import('./encrypt-passwords.ts');
export const loadLive = async () => {
  const [{ createLive }, { mqttTransport }, { topicsOfDesk }] = await Promise.all([
    import('./live/live.ts'),
    import('./live/mqtt-transport.ts'),
    import('@lookout/features/live-topics.ts'),
  ]);
  return { createLive, mqttTransport, topicsOfDesk };
};
export const loadLiveReader = async () => (await import('@lookout/features/live-messages.ts')).readLive;
