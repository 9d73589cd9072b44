export { type MqttProbe, mqttProbe } from './mqtt-probe.ts';
export { type OidcProvider, startOidcProvider } from './oidc-provider.ts';
export { ONLY_SERVER } from './only-server.ts';
export { type EncryptedTexts, encrypt, encryptWith, loginBody, type Session, signIn } from './sign-in.ts';
export {
  type CallOptions,
  type Reply,
  type SharedServerOptions,
  sharedTestServer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './test-server.ts';
export { startTowersProcess, type TowerPlace, type TowersProcess, towerPlaces } from './towers.ts';
