// All towers as ONVIF devices on one HTTP port: `/<towerId>/onvif/<device|media|…>_service`, snapshots at `/<towerId>/snapshot/<channel>.jpg`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHANNELS } from '../../cameras/towers.ts';
import type { TowerCamera } from '../camera.ts';
import { jpegOf } from '../encoder.ts';
import { answered, type CameraFaults, clockOf, faultsOf } from '../faults.ts';
import type { Authenticator, Login } from '../login.ts';
import type { Channel } from '../optics.ts';
import { deviceOperations, PRE_AUTH } from './device.ts';
import { imagingOperations } from './imaging.ts';
import { media2Operations, mediaOperations } from './media.ts';
import { ptzOperations } from './ptz.ts';
import { type Operation, type Operations, SERVICE_NAMES, type Service, type ServiceName } from './service.ts';
import { createTokenCheck, readSoap, SoapFault, soapFault, soapResponse } from './soap.ts';

export interface OnvifServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The cameras by tower id. */
  readonly cameras: ReadonlyMap<string, TowerCamera>;
  readonly rtspUrl: (camera: TowerCamera, channel: Channel) => string;
  readonly login: Login;
  readonly authenticator: Authenticator;
  /** The services that the devices have. */
  readonly offered: readonly ServiceName[];
  /** Milliseconds of wall time. */
  readonly clock: () => number;
  readonly faults?: CameraFaults;
  readonly onFault: (error: unknown) => void;
}

export interface OnvifServer {
  readonly port: number;
  stop(): Promise<void>;
}

const services: Readonly<Record<ServiceName, Operations>> = {
  device: deviceOperations,
  media: mediaOperations,
  ptz: ptzOperations,
  imaging: imagingOperations,
  media2: media2Operations,
};
const MOST_BYTES = 65_536;
const SOAP = 'application/soap+xml; charset=utf-8';

/** @throws when the port is in use */
export async function startOnvifServer(options: OnvifServerOptions): Promise<OnvifServer> {
  const { host, cameras, rtspUrl, login, authenticator, offered, clock, faults = {}, onFault } = options;
  const towers = new Map(
    [...cameras.keys()].map((id) => {
      const own = faultsOf(faults, id);
      return [id, { own, said: clockOf(clock, own, { said: true }), isAuthorized: createTokenCheck(login, clockOf(clock, own)) }] as const;
    }),
  );
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      onFault(error);
      if (!response.headersSent) response.writeHead(500).end();
      else response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, towerId = '', ...rest] = (request.url ?? '/').split('?', 1)[0]?.split('/') ?? [];
    const camera = cameras.get(towerId);
    const [, name] = /^onvif\/(\w+)_service$/.exec(rest.join('/')) ?? [];
    const kind = SERVICE_NAMES.find((one) => one === name && offered.includes(one));
    const [, eye] = /^snapshot\/(\w+)\.jpg$/.exec(rest.join('/')) ?? [];
    const channel = CHANNELS.find((one) => one === eye);
    if (camera !== undefined && kind !== undefined && request.method === 'POST') return soap(request, response, camera, kind);
    if (camera !== undefined && channel !== undefined && request.method === 'GET') return snapshot(request, response, camera, channel);
    request.resume();
    response.writeHead(404).end();
  }

  async function soap(request: IncomingMessage, response: ServerResponse, camera: TowerCamera, kind: ServiceName): Promise<void> {
    const respond = (status: number, body: string) => response.writeHead(status, { 'content-type': SOAP }).end(body);
    try {
      const { operation, header } = readSoap(await bodyOf(request));
      const tower = towers.get(camera.tower.code);
      if (!PRE_AUTH.has(operation.name) && !tower?.isAuthorized(header))
        throw new SoapFault('Sender not authorized', ['ter:NotAuthorized']);
      const handler = operationOf([kind, ...offered], operation.name);
      if (handler === null) throw new SoapFault(`${operation.name} is not supported`, ['ter:ActionNotSupported'], 500);
      const service: Service = {
        camera,
        offered,
        base: `http://${host}:${port()}/${camera.tower.code}`,
        rtspUrl: (one) => rtspUrl(camera, one),
        clock: tower?.said ?? clock,
      };
      respond(200, soapResponse(answered(handler(service, operation), tower?.own ?? [])));
    } catch (error) {
      if (!(error instanceof SoapFault)) throw error;
      respond(error.status, soapFault(error));
    }
  }

  async function snapshot(request: IncomingMessage, response: ServerResponse, camera: TowerCamera, channel: Channel): Promise<void> {
    request.resume();
    if (!authenticator.admits('GET', request.headers.authorization)) {
      response.writeHead(401, { 'www-authenticate': authenticator.challenge() }).end();
      return;
    }
    await camera.prepare(channel);
    const jpeg = await jpegOf(camera.shoot(channel).bytes);
    response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'no-store', 'content-length': jpeg.length }).end(jpeg);
  }

  const port = (): number => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  return {
    port: port(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Clients do not always call the right service, so the first service that has the operation responds. */
function operationOf(candidates: readonly ServiceName[], name: string): Operation | null {
  const found = candidates.find((one) => Object.hasOwn(services[one], name));
  return found === undefined ? null : (services[found][name] ?? null);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) throw new SoapFault('too long', ['ter:WellFormed'], 413);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
